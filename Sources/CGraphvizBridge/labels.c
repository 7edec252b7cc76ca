#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdlib.h>

// Graphviz places each label beside its own arrow, but other arrows may run through the label, and
// through the title of a composite state. A title that is hit moves along the border of its state, and
// a label that is hit along its own arrow. Each moves to the nearest of the places with the fewest hits.

typedef struct {
  double left, bottom, right, top;
} area;

typedef struct {
  pointf *points;
  int count;
  textlabel_t *label;
} arrow;

typedef struct {
  arrow *arrows;
  int arrow_count;
  // The boxes of states, and of titles of composite states. For the box of a title, `titles` has the
  // title, and `owners` the border of its state.
  area *boxes;
  textlabel_t **titles;
  area *owners;
  int box_count;
  // The borders of composite states.
  area *borders;
  int border_count;
  area whole;
} picture;

enum { most_arrows = 300, pieces = 8, most_boxes = 2000 };

// The distance of a text from its own arrow, and the least distance from others.
static const double gap = 2, room = 1.5;

static area around(pointf center, pointf size) {
  return (area){center.x - size.x / 2, center.y - size.y / 2, center.x + size.x / 2,
               center.y + size.y / 2};
}

/// Returns the square of the distance between two points.
static double apart(pointf one, pointf other) {
  double across = one.x - other.x, up = one.y - other.y;
  return across * across + up * up;
}

static area grown(area one, double by) {
  return (area){one.left - by, one.bottom - by, one.right + by, one.top + by};
}

static bool meet(area one, area other) {
  return one.left < other.right && other.left < one.right && one.bottom < other.top
         && other.bottom < one.top;
}

static bool contains(area one, area other) {
  return one.left <= other.left && other.right <= one.right && one.bottom <= other.bottom
         && other.top <= one.top;
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

static bool is_hit(const arrow *one, area into) {
  for (int index = 0; index + 1 < one->count; index++)
    if (runs_through(one->points[index], one->points[index + 1], into)) return true;
  return false;
}

/// Returns whether an arrow runs through a line of a text; each line counts with its own width.
static bool is_text_hit(const arrow *one, const textlabel_t *text, pointf center, double by) {
  area whole = around(center, text->dimen);
  if (!is_hit(one, grown(whole, by)) || text->html) return is_hit(one, grown(whole, by));
  int count = (int)text->u.txt.nspans;
  double height = text->dimen.y / (count > 0 ? count : 1);
  for (int index = 0; index < count; index++) {
    const textspan_t *line = &text->u.txt.span[index];
    double spare = whole.right - whole.left - line->size.x;
    double left = whole.left + (line->just == 'l' ? 0 : line->just == 'r' ? spare : spare / 2);
    double top = whole.top - index * height;
    area place = {left, top - height, left + line->size.x, top};
    if (is_hit(one, grown(place, by))) return true;
  }
  return false;
}

/// Returns the number of hits, some of which count twice, if an arrow's label is at a place.
static int hits(const picture *all, int own, pointf center) {
  int count = 0;
  const textlabel_t *label = all->arrows[own].label;
  area place = around(center, label->dimen), wide = grown(place, room);
  for (int index = 0; index < all->arrow_count; index++) {
    const arrow *one = &all->arrows[index];
    if (index == own) {
      // The label's own arrow may touch the label, but not cross it.
      count += is_text_hit(one, label, center, -room) ? 1 : 0;
      continue;
    }
    count += is_text_hit(one, label, center, room) ? 1 : 0;
    if (one->label && meet(around(one->label->pos, one->label->dimen), place)) count += 2;
  }
  for (int index = 0; index < all->box_count; index++) count += meet(all->boxes[index], wide) ? 2 : 0;
  for (int index = 0; index < all->border_count; index++)
    count += meet(all->borders[index], place) && !contains(all->borders[index], place) ? 1 : 0;
  return count;
}

/// Moves the label of an arrow to the best place beside it.
static void move(picture *all, int own) {
  textlabel_t *label = all->arrows[own].label;
  pointf size = label->dimen, start = label->pos, best = start;
  int least = hits(all, own, start);
  double nearest = 0;
  for (int index = 0; least > 0 && index < all->arrows[own].count; index++) {
    pointf point = all->arrows[own].points[index];
    for (int side = 0; side < 8; side++) {
      // Left or right of the point, level with it or half a text lower or higher; or above or below it.
      double across = side < 6 ? (side % 2 ? -1 : 1) * (size.x / 2 + gap) : 0;
      double up = side < 6 ? (side / 2 - 1) * size.y / 2 : (side == 6 ? 1 : -1) * (size.y / 2 + gap);
      pointf center = {point.x + across, point.y + up};
      if (!contains(all->whole, around(center, size))) continue;
      double distance = apart(center, start);
      int found = hits(all, own, center);
      if (found < least || (found == least && best.x != start.x && distance < nearest)) {
        least = found;
        nearest = distance;
        best = center;
      }
    }
  }
  label->pos = best;
}

/// Moves the title of a composite state to the best place along its upper or lower border.
static void move_title(picture *all, int own, area border) {
  textlabel_t *title = all->titles[own];
  pointf size = title->dimen, start = title->pos, best = start;
  int least = -1;
  double nearest = 0, wide = border.right - border.left - size.x;
  for (int step = 0; step <= 24 && least != 0; step++) {
    // First the present place, then places along the same border, then along the opposite border.
    double share = step == 0 ? 0 : (step - 1) % 12 / 11.0;
    bool is_opposite = step > 12;
    pointf center = start;
    if (step > 0) {
      if (wide < 0) break;
      center.x = border.left + size.x / 2 + share * wide;
      if (is_opposite) center.y = border.bottom + border.top - start.y;
    }
    int found = 0;
    area place = around(center, size);
    for (int index = 0; index < all->arrow_count; index++)
      found += is_text_hit(&all->arrows[index], title, center, 0) ? 1 : 0;
    for (int index = 0; index < all->box_count; index++)
      found += index != own && meet(all->boxes[index], place) ? 4 : 0;
    double distance = apart(center, start);
    if (least < 0 || found < least || (found == least && distance < nearest)) {
      least = found;
      nearest = distance;
      best = center;
    }
  }
  title->pos = best;
  all->boxes[own] = around(best, size);
}

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
  return true;
}

static void add_clusters(Agraph_t *graph, picture *all) {
  for (int index = 1; index <= GD_n_cluster(graph); index++) {
    Agraph_t *cluster = GD_clust(graph)[index];
    if (all->border_count == most_boxes || all->box_count == most_boxes) return;
    all->borders[all->border_count++] =
        (area){GD_bb(cluster).LL.x, GD_bb(cluster).LL.y, GD_bb(cluster).UR.x, GD_bb(cluster).UR.y};
    textlabel_t *title = GD_label(cluster);
    if (title) {
      all->titles[all->box_count] = title;
      all->owners[all->box_count] = all->borders[all->border_count - 1];
      all->boxes[all->box_count++] = around(title->pos, title->dimen);
    }
    add_clusters(cluster, all);
  }
}

void sgv_move_labels(Agraph_t *graph) {
  if (agnedges(graph) > most_arrows || agnnodes(graph) > most_arrows) return;
  picture all = {
      .arrows = calloc((size_t)agnedges(graph) + 1, sizeof(arrow)),
      .boxes = calloc(most_boxes, sizeof(area)),
      .titles = calloc(most_boxes, sizeof(textlabel_t *)),
      .owners = calloc(most_boxes, sizeof(area)),
      .borders = calloc(most_boxes, sizeof(area)),
      .whole = {GD_bb(graph).LL.x, GD_bb(graph).LL.y, GD_bb(graph).UR.x, GD_bb(graph).UR.y},
  };
  bool is_complete = all.arrows != NULL && all.boxes != NULL && all.borders != NULL
                     && all.titles != NULL && all.owners != NULL;
  for (node_t *node = agfstnode(graph); is_complete && node; node = agnxtnode(graph, node)) {
    pointf center = ND_coord(node);
    all.boxes[all.box_count++] = (area){center.x - ND_lw(node), center.y - ND_ht(node) / 2,
                                       center.x + ND_rw(node), center.y + ND_ht(node) / 2};
    for (edge_t *edge = agfstout(graph, node); is_complete && edge; edge = agnxtout(graph, edge)) {
      if (ED_spl(edge) == NULL) continue;
      is_complete = trace(edge, &all.arrows[all.arrow_count]);
      all.arrow_count++;
    }
  }
  if (is_complete) {
    add_clusters(graph, &all);
    for (int index = 0; index < all.box_count; index++)
      if (all.titles[index]) move_title(&all, index, all.owners[index]);
    for (int index = 0; index < all.arrow_count; index++)
      if (all.arrows[index].label) move(&all, index);
  }
  for (int index = 0; index < all.arrow_count; index++) free(all.arrows[index].points);
  free(all.arrows);
  free(all.boxes);
  free(all.titles);
  free(all.owners);
  free(all.borders);
}

#endif
