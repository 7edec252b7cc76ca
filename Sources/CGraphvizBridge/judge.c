#if SCHEMATIC_GRAPHVIZ

#include "picture.h"

#include <math.h>

// What is wrong with a drawing. The counts are whole numbers, so that comparing them gives the same answer
// on every machine.

// An arrow ends on the border of its state, and so up to this far inside the box around a rounded corner.
static const double corner = 4;

/// Returns on which side of a line a point is: the sign of the result.
static double side(pointf from, pointf to, pointf point) {
  return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
}

/// Returns the number of times that two arrows cross.
static int crossings(const arrow *one, const arrow *other) {
  int count = 0;
  if (!sgv_meet(one->bounds, other->bounds)) return 0;
  for (int i = 0; i + 1 < one->count; i++) {
    pointf *p = &one->points[i];
    for (int j = 0; j + 1 < other->count; j++) {
      pointf *q = &other->points[j];
      if (fmax(p[0].x, p[1].x) < fmin(q[0].x, q[1].x) || fmax(q[0].x, q[1].x) < fmin(p[0].x, p[1].x)) continue;
      if (side(p[0], p[1], q[0]) * side(p[0], p[1], q[1]) < 0
          && side(q[0], q[1], p[0]) * side(q[0], q[1], p[1]) < 0)
        count++;
    }
  }
  return count;
}

/// Returns how often an arrow turns back, along the picture or across it.
static int turns(const arrow *one) {
  int count = 0;
  double last_across = 0, last_up = 0;
  for (int index = 0; index + 1 < one->count; index++) {
    double across = one->points[index + 1].x - one->points[index].x;
    double up = one->points[index + 1].y - one->points[index].y;
    if (across * last_across < 0) count++;
    if (up * last_up < 0) count++;
    if (fabs(across) > 0.5) last_across = across;
    if (fabs(up) > 0.5) last_up = up;
  }
  return count;
}

static double length(const arrow *one) {
  double sum = 0;
  for (int index = 0; index + 1 < one->count; index++) {
    double across = one->points[index + 1].x - one->points[index].x;
    double up = one->points[index + 1].y - one->points[index].y;
    sum += sqrt(across * across + up * up);
  }
  return sum;
}

/// Returns whether a text touches something, or is nearer to another arrow than to its own.
static bool is_astray(const picture *all, int own) {
  surroundings found = sgv_surroundings(all, own, all->arrows[own].label->pos);
  return found.touches > 0 || found.other < found.own;
}

sgv_faults sgv_judge(const picture *all, bool runs_down) {
  sgv_faults faults = {0};
  double whole_length = 0;
  for (int index = 0; index < all->arrow_count; index++) {
    const arrow *one = &all->arrows[index];
    pointf first = one->points[0], last = one->points[one->count - 1];
    if (one->label && is_astray(all, index)) faults.labels++;
    for (int box = 0; box < all->box_count; box++) {
      const textlabel_t *title = all->titles[box];
      if (title) {
        if (sgv_hits_text(one, title, title->pos, 0)) faults.labels++;
      } else if (sgv_distance(one, sgv_grown(all->boxes[box], -corner), 1) == 0) {
        faults.boxes++;
      }
    }
    for (int other = 0; other < index; other++) faults.crossings += crossings(one, &all->arrows[other]);
    if (runs_down ? last.y > first.y : last.x < first.x) faults.upwards++;
    faults.turns += turns(one);
    whole_length += length(one);
  }
  faults.length = (int)whole_length;
  faults.area = (int)((all->whole.right - all->whole.left) * (all->whole.top - all->whole.bottom) / 100);
  return faults;
}

#endif
