#if SCHEMATIC_GRAPHVIZ

#include "picture.h"

#include <math.h>

// Graphviz places each label beside its own arrow, but other arrows may run through the label or be
// nearer to it, and may run through the title of a composite state. A title that is hit moves along the
// border of its state, and such a label along its own arrow. Each moves to the best of the places, and
// to the nearest of these. A composite state is made wider where a label inside sticks out.

// The distance at which a label is placed beside its own arrow.
static const double gap = 2;

// The distance of a title from the sides of its border, and the length by which the border moves if that is
// too little.
static const double inset = 3, spare = 8;

// The greatest length by which a composite state is made wider.
static const double widest = 100;

/// Returns the square of the distance between two points.
static double apart(pointf one, pointf other) {
  double across = one.x - other.x, up = one.y - other.y;
  return across * across + up * up;
}

/// Returns how bad a place for the label of an arrow is: 0 if it touches nothing, is close to its arrow, and
/// clearly farther from all others.
static int badness(const picture *all, int own, pointf center) {
  surroundings found = sgv_surroundings(all, own, center);
  double excess = fmax(0, found.own - 5), lack = fmax(0, found.own + 2 - found.other);
  double want = fmax(0, 1.2 - found.own), lead = found.other - found.own;
  return found.touches * 1000 + (lead < 0.5 ? 700 : lead < 2 ? 500 : 0) + (found.own < 0.5 ? 600 : 0)
         + (int)(5 * excess + 5 * lack + 20 * want);
}

/// Moves the label of an arrow to the best place beside it. A long way to a place makes it worse, and so does
/// a place that makes the drawing larger.
static void move(picture *all, int own) {
  textlabel_t *label = all->arrows[own].label;
  pointf size = label->dimen, start = label->pos, best = start;
  double around = all->whole.right - all->whole.left + all->whole.top - all->whole.bottom;
  int least = badness(all, own, start);
  for (int index = 0; least > 0 && index < all->arrows[own].count; index++) {
    pointf point = all->arrows[own].points[index];
    for (int place = 0; place < 16; place++) {
      // Left or right of the point, level with it or half a text lower or higher; or above or below it.
      int side = place % 8;
      double away = place < 8 ? gap : 2 * gap;
      double across = side < 6 ? (side % 2 ? -1 : 1) * (size.x / 2 + away) : 0;
      double up = side < 6 ? (side / 2 - 1) * size.y / 2 : (side == 6 ? 1 : -1) * (size.y / 2 + away);
      pointf center = {point.x + across, point.y + up};
      int cost = (int)(sqrt(apart(center, start)) / 2);
      area grown = sgv_united(all->whole, sgv_around(center, size));
      cost += (int)(grown.right - grown.left + grown.top - grown.bottom - around);
      if (cost >= least) continue;
      int found = badness(all, own, center) + cost;
      if (found < least) {
        least = found;
        best = center;
      }
    }
  }
  label->pos = best;
  all->whole = sgv_united(all->whole, sgv_around(best, size));
}

/// Moves the title of a composite state to the best place along its upper or lower border. Returns whether
/// nothing touches the title there.
static bool move_title(picture *all, int own) {
  area border = all->borders[all->owners[own]];
  textlabel_t *title = all->titles[own];
  pointf size = title->dimen, start = title->pos, best = start;
  int least = -1;
  double nearest = 0, wide = border.right - border.left - size.x - 2 * inset;
  for (int step = 0; step <= 24 && least != 0; step++) {
    // First the present place, then places along the same border, then along the opposite border.
    double share = step == 0 ? 0 : (step - 1) % 12 / 11.0;
    bool is_opposite = step > 12;
    pointf center = start;
    if (step > 0) {
      if (wide < 0) break;
      center.x = border.left + inset + size.x / 2 + share * wide;
      if (is_opposite) center.y = border.bottom + border.top - start.y;
    }
    int found = 0;
    area place = sgv_around(center, size);
    for (int index = 0; index < all->arrow_count; index++) {
      // An arrow close to the title is better than one through it.
      if (sgv_hits_text(&all->arrows[index], title, center, gap)) found++;
      if (sgv_hits_text(&all->arrows[index], title, center, 0)) found += 2;
    }
    for (int index = 0; index < all->box_count; index++)
      found += index != own && sgv_meet(all->boxes[index], place) ? 8 : 0;
    double distance = apart(center, start);
    if (least < 0 || found < least || (found == least && distance < nearest)) {
      least = found;
      nearest = distance;
      best = center;
    }
  }
  title->pos = best;
  all->boxes[own] = sgv_around(best, size);
  return least <= 0 && best.y == start.y;
}

/// Returns whether nothing but passing arrows and their labels, which move later, is in a strip beside a border.
static bool is_free(const picture *all, int own, area strip) {
  for (int index = 0; index < all->box_count; index++)
    if (sgv_meet(all->boxes[index], strip)) return false;
  for (int index = 0; index < all->border_count; index++) {
    area border = all->borders[index];
    bool is_around = sgv_contains(border, all->borders[own]);
    if (index != own && (is_around ? !sgv_contains(border, strip) : sgv_meet(border, strip))) return false;
  }
  for (int index = 0; index < all->arrow_count; index++) {
    const arrow *one = &all->arrows[index];
    // An arrow that ends on the border would end inside.
    pointf ends[] = {one->points[0], one->points[one->count - 1]};
    for (int end = 0; end < 2; end++)
      if (sgv_meet(strip, sgv_around(ends[end], (pointf){2, 2}))) return false;
  }
  return true;
}

/// Makes a composite state wider on one side, if there is room.
static void widen_by(picture *all, int own, area strip) {
  area *border = &all->borders[own];
  if (strip.left >= strip.right || strip.right - strip.left > widest) return;
  if (is_free(all, own, sgv_grown(strip, 1))) *border = sgv_united(*border, strip);
  GD_bb(all->clusters[own]) = (boxf){{border->left, border->bottom}, {border->right, border->top}};
}

/// Makes a composite state wide enough for the labels of the arrows inside, if there is room.
static void widen(picture *all, int own) {
  area *border = &all->borders[own];
  for (int index = 0; index < all->arrow_count; index++) {
    const arrow *one = &all->arrows[index];
    if (one->label == NULL || !sgv_contains(*border, one->bounds)) continue;
    area place = sgv_grown(sgv_around(one->label->pos, one->label->dimen), 4);
    if (place.bottom < border->bottom || place.top > border->top) continue;
    area strips[] = {{place.left, border->bottom, border->left, border->top},
                     {border->right, border->bottom, place.right, border->top}};
    for (int side = 0; side < 2; side++) widen_by(all, own, strips[side]);
  }
}

/// Moves a title, and makes its composite state wider if the title has no room beside the arrows.
static void place_title(picture *all, int own) {
  pointf start = all->titles[own]->pos;
  if (move_title(all, own)) return;
  area border = all->borders[all->owners[own]];
  widen_by(all, all->owners[own], (area){border.right, border.bottom, border.right + spare, border.top});
  all->titles[own]->pos = start;
  move_title(all, own);
}

void sgv_move_labels(picture *all) {
  for (int index = 0; index < all->border_count; index++) widen(all, index);
  for (int index = 0; index < all->box_count; index++)
    if (all->titles[index]) place_title(all, index);
  for (int index = 0; index < all->arrow_count; index++)
    if (all->arrows[index].label) move(all, index);
}

#endif
