#if SCHEMATIC_GRAPHVIZ

#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { pieces = 8, most_boxes = 2000 };

// The least distance of a text from arrows and states that aren't its own.
static const double room = 1.5;

// MARK: - Areas

area sgv_around(pointf center, pointf size) {
  return (area){center.x - size.x / 2, center.y - size.y / 2, center.x + size.x / 2,
                center.y + size.y / 2};
}

area sgv_grown(area one, double by) {
  return (area){one.left - by, one.bottom - by, one.right + by, one.top + by};
}

area sgv_united(area one, area other) {
  return (area){fmin(one.left, other.left), fmin(one.bottom, other.bottom), fmax(one.right, other.right),
                fmax(one.top, other.top)};
}

bool sgv_meet(area one, area other) {
  return one.left < other.right && other.left < one.right && one.bottom < other.top
         && other.bottom < one.top;
}

bool sgv_contains(area one, area other) {
  return one.left <= other.left && other.right <= one.right && one.bottom <= other.bottom
         && other.top <= one.top;
}

/// Returns the distance between two areas; 0 if they meet.
static double gap_between(area one, area other) {
  double across = fmax(0, fmax(one.left - other.right, other.left - one.right));
  double up = fmax(0, fmax(one.bottom - other.top, other.bottom - one.top));
  return sqrt(across * across + up * up);
}

static area bounds_of(pointf one, pointf other) {
  return (area){fmin(one.x, other.x), fmin(one.y, other.y), fmax(one.x, other.x), fmax(one.y, other.y)};
}

/// Returns whether a piece of a line runs through an area (Liang and Barsky's clipping).
static bool runs_through(pointf from, pointf to, area into) {
  double first = 0, last = 1, across = to.x - from.x, up = to.y - from.y;
  double directions[] = {-across, across, -up, up};
  double distances[] = {from.x - into.left, into.right - from.x, from.y - into.bottom,
                        into.top - from.y};
  for (int side = 0; side < 4; side++) {
    if (directions[side] == 0) {
      if (distances[side] <= 0) return false;
      continue;
    }
    double place = distances[side] / directions[side];
    if (directions[side] < 0 && place > first) first = place;
    if (directions[side] > 0 && place < last) last = place;
    if (first >= last) return false;
  }
  return true;
}

/// Returns the distance of a point from a piece of a line.
static double distance_to_piece(double x, double y, pointf from, pointf to) {
  double across = to.x - from.x, up = to.y - from.y, square = across * across + up * up;
  double share = square > 0 ? ((x - from.x) * across + (y - from.y) * up) / square : 0;
  share = fmax(0, fmin(1, share));
  double dx = x - from.x - share * across, dy = y - from.y - share * up;
  return sqrt(dx * dx + dy * dy);
}

double sgv_distance(const arrow *one, area from, double limit) {
  double least = limit;
  if (gap_between(one->bounds, from) >= least) return least;
  for (int index = 0; index + 1 < one->count && least > 0; index++) {
    pointf start = one->points[index], end = one->points[index + 1];
    if (gap_between(bounds_of(start, end), from) >= least) continue;
    if (runs_through(start, end, from)) return 0;
    double xs[] = {from.left, from.right}, ys[] = {from.bottom, from.top};
    for (int corner = 0; corner < 4; corner++)
      least = fmin(least, distance_to_piece(xs[corner / 2], ys[corner % 2], start, end));
    least = fmin(least, gap_between(bounds_of(start, start), from));
    least = fmin(least, gap_between(bounds_of(end, end), from));
  }
  return least;
}

// MARK: - Texts

/// Returns the width of the blank at one end of a line.
static double blank(const textspan_t *line, bool is_end) {
  static const char space[] = "\xC2\xA0";
  size_t length = strlen(line->str), size = sizeof(space) - 1;
  const char *found = is_end && length >= size ? line->str + length - size : line->str;
  return strncmp(found, space, size) == 0 ? 0.28 * line->font->size : 0;
}

/// Returns the number of lines of a text. The lines of a text in HTML count as one.
static int line_count(const textlabel_t *text) {
  return text->html || text->u.txt.nspans < 1 ? 1 : (int)text->u.txt.nspans;
}

/// Returns the area of the letters in a line of a text.
static area line_area(const textlabel_t *text, pointf center, int index) {
  area whole = sgv_around(center, text->dimen);
  if (text->html || text->u.txt.nspans < 1) return whole;
  const textspan_t *line = &text->u.txt.span[index];
  double spare = whole.right - whole.left - line->size.x;
  double left = whole.left + (line->just == 'l' ? 0 : line->just == 'r' ? spare : spare / 2);
  double height = text->dimen.y / line_count(text), top = whole.top - index * height;
  return (area){left + blank(line, false), top - 0.92 * height,
                left + line->size.x - blank(line, true), top - 0.06 * height};
}

bool sgv_hits_text(const arrow *one, const textlabel_t *text, pointf center, double by) {
  for (int index = 0; index < line_count(text); index++)
    if (sgv_distance(one, sgv_grown(line_area(text, center, index), by), 1) == 0) return true;
  return false;
}

/// Returns the distance of a text from an arrow, or `limit` if it is greater than that.
static double distance_to_text(const arrow *one, const textlabel_t *text, pointf center, double limit) {
  for (int index = 0; index < line_count(text); index++)
    limit = sgv_distance(one, line_area(text, center, index), limit);
  return limit;
}

/// Returns whether a point of an arrow is inside an area.
static bool enters(const arrow *one, area into) {
  for (int index = 0; index < one->count; index++)
    if (sgv_contains(into, bounds_of(one->points[index], one->points[index]))) return true;
  return false;
}

surroundings sgv_surroundings(const picture *all, int own, pointf center) {
  const textlabel_t *label = all->arrows[own].label;
  area place = sgv_around(center, label->dimen), wide = sgv_grown(place, room);
  surroundings found = {.own = distance_to_text(&all->arrows[own], label, center, far_away),
                        .other = far_away};
  // The label's own arrow may touch the label, but not cross it.
  if (sgv_hits_text(&all->arrows[own], label, center, -room)) found.touches++;
  for (int index = 0; index < all->arrow_count; index++) {
    const arrow *one = &all->arrows[index];
    if (index == own) continue;
    found.other = distance_to_text(one, label, center, found.other);
    if (sgv_hits_text(one, label, center, room)) found.touches += 2;
    if (one->label && sgv_meet(sgv_around(one->label->pos, one->label->dimen), place)) found.touches += 2;
  }
  for (int index = 0; index < all->box_count; index++)
    if (sgv_meet(all->boxes[index], wide)) found.touches += 2;
  for (int index = 0; index < all->border_count; index++) {
    area border = all->borders[index];
    bool is_inside = sgv_contains(border, place);
    // A label outside of its arrow's states is as wrong as one on a border.
    if (is_inside ? !enters(&all->arrows[own], border) : sgv_meet(border, place)) found.touches++;
  }
  return found;
}

// MARK: - Collecting

/// Collects points on the curves of an arrow; returns false if there is no memory.
static bool trace(edge_t *edge, arrow *into) {
  splines *found = ED_spl(edge);
  int count = 0;
  for (int index = 0; index < (int)found->size; index++) count += (int)found->list[index].size / 3 * pieces + 3;
  into->points = malloc(sizeof(pointf) * (size_t)count);
  into->label = ED_label(edge);
  into->count = 0;
  if (into->points == NULL) return false;
  for (int index = 0; index < (int)found->size; index++) {
    bezier curve = found->list[index];
    if (curve.sflag) into->points[into->count++] = curve.sp;
    into->points[into->count++] = curve.list[0];
    for (int first = 0; first + 3 < (int)curve.size; first += 3) {
      pointf *p = &curve.list[first];
      for (int step = 1; step <= pieces; step++) {
        double t = (double)step / pieces, u = 1 - t;
        double a = u * u * u, b = 3 * t * u * u, c = 3 * t * t * u, d = t * t * t;
        into->points[into->count++] =
            (pointf){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                     a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
      }
    }
    if (curve.eflag) into->points[into->count++] = curve.ep;
  }
  into->bounds = bounds_of(into->points[0], into->points[0]);
  for (int index = 1; index < into->count; index++)
    into->bounds = sgv_united(into->bounds, bounds_of(into->points[index], into->points[index]));
  return true;
}

static void add_clusters(Agraph_t *graph, picture *all) {
  for (int index = 1; index <= GD_n_cluster(graph); index++) {
    Agraph_t *cluster = GD_clust(graph)[index];
    if (all->border_count == most_boxes || all->box_count == most_boxes) return;
    all->clusters[all->border_count] = cluster;
    all->borders[all->border_count++] =
        (area){GD_bb(cluster).LL.x, GD_bb(cluster).LL.y, GD_bb(cluster).UR.x, GD_bb(cluster).UR.y};
    textlabel_t *title = GD_label(cluster);
    if (title) {
      all->titles[all->box_count] = title;
      all->owners[all->box_count] = all->border_count - 1;
      all->boxes[all->box_count++] = sgv_around(title->pos, title->dimen);
    }
    add_clusters(cluster, all);
  }
}

bool sgv_collect(Agraph_t *graph, picture *all) {
  *all = (picture){
      .arrows = calloc((size_t)agnedges(graph) + 1, sizeof(arrow)),
      .boxes = calloc(most_boxes, sizeof(area)),
      .titles = calloc(most_boxes, sizeof(textlabel_t *)),
      .owners = calloc(most_boxes, sizeof(int)),
      .borders = calloc(most_boxes, sizeof(area)),
      .clusters = calloc(most_boxes, sizeof(Agraph_t *)),
      .whole = {GD_bb(graph).LL.x, GD_bb(graph).LL.y, GD_bb(graph).UR.x, GD_bb(graph).UR.y},
  };
  bool is_complete = all->arrows != NULL && all->boxes != NULL && all->borders != NULL
                     && all->titles != NULL && all->owners != NULL && all->clusters != NULL;
  for (node_t *node = agfstnode(graph); is_complete && node; node = agnxtnode(graph, node)) {
    pointf center = ND_coord(node);
    all->boxes[all->box_count++] = (area){center.x - ND_lw(node), center.y - ND_ht(node) / 2,
                                         center.x + ND_rw(node), center.y + ND_ht(node) / 2};
    for (edge_t *edge = agfstout(graph, node); is_complete && edge; edge = agnxtout(graph, edge)) {
      if (ED_spl(edge) == NULL) continue;
      is_complete = trace(edge, &all->arrows[all->arrow_count]);
      all->arrow_count++;
    }
  }
  textlabel_t *caption = GD_label(graph);
  if (is_complete && caption) all->boxes[all->box_count++] = sgv_around(caption->pos, caption->dimen);
  if (is_complete) add_clusters(graph, all);
  return is_complete;
}

void sgv_picture_free(picture *all) {
  for (int index = 0; index < all->arrow_count; index++) free(all->arrows[index].points);
  free(all->arrows);
  free(all->boxes);
  free(all->titles);
  free(all->owners);
  free(all->borders);
  free(all->clusters);
}

#endif
