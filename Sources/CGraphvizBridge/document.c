#if SCHEMATIC_GRAPHVIZ

#include "bridge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading_work {
  const char *text;
  size_t length;
  sgv_result *result;
} reading_work;

static const char *name_of(void *object) { return sgv_is_named(object) ? agnameof(object) : NULL; }

static void add(sgv_result *result, sgv_record_kind kind, const char *first, const char *second) {
  sgv_result_add(result, (sgv_record){.kind = kind, .first = first, .second = second});
}

/// Returns whether a value is the attribute's default.
static bool is_unset(int kind, const char *name, const char *value) {
  // An empty label is how a node shows none, since its own default is its name.
  if (kind == AGNODE && strcmp(name, "label") == 0) return strcmp(value, "\\N") == 0;
  return value[0] == '\0';
}

static void add_attributes(sgv_result *result, Agraph_t *root, int kind, void *object) {
  for (Agsym_t *symbol = agnxtattr(root, kind, NULL); symbol != NULL;
       symbol = agnxtattr(root, kind, symbol)) {
    char *value = agxget(object, symbol);
    if (value == NULL || is_unset(kind, symbol->name, value)) continue;
    sgv_result_add(result, (sgv_record){
                               .kind = SGV_RECORD_ATTRIBUTE,
                               .first = symbol->name,
                               .second = value,
                               .is_html = aghtmlstr(value) != 0,
                           });
  }
}

static void add_nodes(sgv_result *result, Agraph_t *root) {
  for (Agnode_t *node = agfstnode(root); node != NULL; node = agnxtnode(root, node)) {
    add(result, SGV_RECORD_NODE, agnameof(node), NULL);
    add_attributes(result, root, AGNODE, node);
  }
}

enum { name_room = 32 };

/// The name of a node. One that begins with `%` is a number of the library's now, in a buffer that
/// the next such name overwrites: it is copied.
static const char *node_name(Agnode_t *node, char *room) {
  const char *name = agnameof(node);
  if (sgv_is_named(node)) return name;
  snprintf(room, name_room, "%s", name);
  return room;
}

static int by_sequence(const void *left, const void *right) {
  const Agobj_t *first = *(Agobj_t *const *)left;
  const Agobj_t *second = *(Agobj_t *const *)right;
  return (AGSEQ(first) > AGSEQ(second)) - (AGSEQ(first) < AGSEQ(second));
}

/// Room for pointers to objects, which the library lists in another order than that of creation.
static void **room_for(sgv_result *result, int count) {
  void **room = calloc((size_t)count + 1, sizeof(void *));
  if (room == NULL) sgv_result_fail(result, SGV_NO_MEMORY, 0);
  return room;
}

static void add_edges(sgv_result *result, Agraph_t *root) {
  void **edges = room_for(result, result->edge_count);
  if (edges == NULL) return;
  size_t count = 0;
  for (Agnode_t *node = agfstnode(root); node != NULL; node = agnxtnode(root, node)) {
    for (Agedge_t *edge = agfstout(root, node); edge != NULL; edge = agnxtout(root, edge)) {
      edges[count++] = edge;
    }
  }
  qsort(edges, count, sizeof(void *), by_sequence);
  for (size_t index = 0; index < count; index++) {
    Agedge_t *edge = edges[index];
    char tail[name_room];
    char head[name_room];
    add(result, SGV_RECORD_EDGE, node_name(agtail(edge), tail), node_name(aghead(edge), head));
    add_attributes(result, root, AGEDGE, edge);
  }
  free(edges);
}

static void add_subgraphs(sgv_result *result, Agraph_t *root, Agraph_t *parent) {
  void **subgraphs = room_for(result, agnsubg(parent));
  if (subgraphs == NULL) return;
  size_t count = 0;
  for (Agraph_t *child = agfstsubg(parent); child != NULL; child = agnxtsubg(child)) {
    subgraphs[count++] = child;
  }
  qsort(subgraphs, count, sizeof(void *), by_sequence);
  for (size_t index = 0; index < count; index++) {
    Agraph_t *subgraph = subgraphs[index];
    add(result, SGV_RECORD_SUBGRAPH, name_of(subgraph), NULL);
    add_attributes(result, root, AGRAPH, subgraph);
    for (Agnode_t *node = agfstnode(subgraph); node; node = agnxtnode(subgraph, node)) {
      add(result, SGV_RECORD_MEMBER, agnameof(node), NULL);
    }
    add_subgraphs(result, root, subgraph);
    add(result, SGV_RECORD_SUBGRAPH_END, NULL, NULL);
  }
  free(subgraphs);
}

static void read_text(const reading_work *work) {
  sgv_result *result = work->result;
  Agraph_t *graph = sgv_parse(work->text, work->length, result);
  if (graph == NULL) return;
  result->is_directed = agisdirected(graph) != 0;
  result->is_strict = agisstrict(graph) != 0;
  result->node_count = agnnodes(graph);
  result->edge_count = agnedges(graph);
  add(result, SGV_RECORD_GRAPH, name_of(graph), NULL);
  add_attributes(result, graph, AGRAPH, graph);
  add_nodes(result, graph);
  add_edges(result, graph);
  add_subgraphs(result, graph, graph);
  agclose(graph);
}

static void read_document(void *argument) {
  reading_work *work = argument;
  sgv_messages_begin(work->length);
  read_text(work);
  work->result->messages = sgv_messages_end();
}

sgv_result *sgv_read(const char *text, size_t length) {
  sgv_result *result = sgv_result_create();
  if (result == NULL) return NULL;
  reading_work work = {text, length, result};
  sgv_result_fail(result, sgv_perform(read_document, &work), 0);
  return result;
}

static void measure_text(void *argument) {
  reading_work *work = argument;
  sgv_messages_begin(work->length);
  Agraph_t *graph = sgv_parse(work->text, work->length, work->result);
  if (graph != NULL) {
    work->result->node_count = agnnodes(graph);
    work->result->edge_count = agnedges(graph);
    agclose(graph);
  }
  work->result->messages = sgv_messages_end();
}

sgv_result *sgv_check(const char *text, size_t length) {
  sgv_result *result = sgv_result_create();
  if (result == NULL) return NULL;
  sgv_text_check check = sgv_check_text(text, length);
  sgv_result_fail(result, check.status, check.line);
  return result;
}

sgv_result *sgv_measure(const char *text, size_t length) {
  sgv_result *result = sgv_result_create();
  if (result == NULL) return NULL;
  reading_work work = {text, length, result};
  sgv_result_fail(result, sgv_perform(measure_text, &work), 0);
  return result;
}

#endif
