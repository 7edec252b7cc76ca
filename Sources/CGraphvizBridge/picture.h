#ifndef SCHEMATIC_PICTURE_H
#define SCHEMATIC_PICTURE_H

// The geometry of a drawing: what `labels.c` moves, and what `judge.c` counts.

#include "bridge.h"

typedef struct {
  double left, bottom, right, top;
} area;

typedef struct {
  pointf *points;
  int count;
  /// The area around all points.
  area bounds;
  textlabel_t *label;
} arrow;

typedef struct {
  arrow *arrows;
  int arrow_count;
  // The boxes of states, of the caption, and of titles of composite states. For the box of a title, `titles` has the
  // title, and `owners` the position of its state's border.
  area *boxes;
  textlabel_t **titles;
  int *owners;
  int box_count;
  // The composite states and regions, outer ones before inner ones, and their borders.
  Agraph_t **clusters;
  area *borders;
  int border_count;
  /// The area of the drawing, which grows with labels that are moved outside of it.
  area whole;
} picture;

/// What is around a text.
typedef struct {
  /// The number of things that the text touches. Some count twice.
  int touches;
  /// The distances to the text's own arrow and to the nearest other arrow, at most `far_away`.
  double own, other;
} surroundings;

static const double far_away = 60;

area sgv_around(pointf center, pointf size);
area sgv_united(area one, area other);
area sgv_grown(area one, double by);
bool sgv_meet(area one, area other);
bool sgv_contains(area one, area other);

/// Returns the distance of an area from an arrow, or `limit` if it is greater than that.
double sgv_distance(const arrow *one, area from, double limit);

/// Returns whether an arrow runs through a line of a text; each line counts with its own width.
bool sgv_hits_text(const arrow *one, const textlabel_t *text, pointf center, double by);

/// Returns what is around the label of an arrow if the label is at a place.
surroundings sgv_surroundings(const picture *all, int own, pointf center);

/// Collects the geometry of a graph after its layout; returns false if there is no memory.
bool sgv_collect(Agraph_t *graph, picture *all);

void sgv_picture_free(picture *all);

/// Moves labels and titles away from other arrows, titles and states.
void sgv_move_labels(picture *all);

/// Counts what is wrong with a drawing.
sgv_faults sgv_judge(const picture *all, bool runs_down);

#endif
