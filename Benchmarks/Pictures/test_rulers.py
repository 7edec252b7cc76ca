"""Tests the rulers on small pictures that were measured by hand: python3 -m unittest test_rulers"""

import unittest

import drawers
import measures

MACHINE = drawers.machine("""stateDiagram-v2
  state "a" as a
  state "box" as box {
    state "b" as box_b
    state "c" as box_c
  }
  [*] --> a
  a --> box_b : go<br/>after 3 s
  box --> a : cancel
  box_b --> box_c : next
""")
REGIONS = drawers.machine("""stateDiagram-v2
  state "regions" as regions {
    state "left" as left {
      state "a" as left_a
      state "b" as left_b
      [*] --> left_a
      left_a --> left_b : go
    }
    --
    state "right" as right {
      state "c" as right_c
      [*] --> right_c
    }
  }
  [*] --> regions
""")


def picture(boxes={}, groups={}, titles=(), arrows=()):
    return measures.Picture(drawers.Drawing(1, boxes, groups, list(titles), list(arrows)), MACHINE)


def arrow(path, label=None, ends=("a", "box_b"), is_interrupted=False):
    return drawers.Arrow(*ends, path, [label] if label else [], is_interrupted)


class RulersTests(unittest.TestCase):
    def test_mermaid_is_read_with_nesting_labels_and_starts(self):
        self.assertEqual(list(MACHINE.boxes), ["start_", "a", "box", "box_b", "box_c"])
        self.assertEqual(MACHINE.boxes["box_b"].parent, "box")
        self.assertIn(("a", "box_b", ["go", "after 3 s"]), MACHINE.arrows)
        self.assertEqual(MACHINE.anchor("box"), "box_b")

    def test_regions_are_read_without_the_frame(self):
        self.assertNotIn("regions", REGIONS.boxes)
        self.assertEqual([name for name, box in REGIONS.boxes.items() if box.is_region], ["left", "right"])
        self.assertEqual(measures.ordered(REGIONS), [("left_a", "left_b")])

    def test_states_are_in_order_of_their_steps_from_the_start(self):
        self.assertEqual(measures.ordered(MACHINE), [("a", "box_b"), ("a", "box_c"), ("box_b", "box_c")])

    def test_lines_cross_once_in_a_cross_and_never_at_a_shared_end(self):
        self.assertEqual(len(picture(arrows=[arrow("M0,0 L10,10"), arrow("M0,10 L10,0")]).crossings()), 1)
        self.assertEqual(len(picture(arrows=[arrow("M0,0 L10,10"), arrow("M0,10 L10,10")]).crossings()), 0)

    def test_curves_cross_as_often_as_they_are_seen_to(self):
        wave = arrow("M0,0 C5,10 5,-10 10,0")
        self.assertEqual(len(picture(arrows=[wave, arrow("M-1,2 L11,-2")]).crossings()), 3)

    def test_lines_that_weave_cross_once(self):
        self.assertEqual(len(picture(arrows=[arrow("M0,0 L20,0"), arrow("M0,-4 L9,0.5 L10,-0.5 L11,0.5 L20,4")]).crossings()), 1)

    def test_a_corner_on_another_line_is_one_crossing(self):
        self.assertEqual(len(picture(arrows=[arrow("M0,0 L5,5 L10,10"), arrow("M0,10 L5,5 L10,0")]).crossings()), 1)

    def test_lines_on_each_other_run_together_and_do_not_cross(self):
        found = picture(arrows=[arrow("M0,0 L20,0"), arrow("M0,3 L4,0 L16,0 L20,3")])
        self.assertEqual((found.together(), len(found.crossings())), ([(0, 1)], 0))

    def test_a_label_touches_arrows_labels_borders_titles_and_boxes(self):
        label = (1, 1, 4, 2)
        own = arrow("M0,0 L0,9", label)
        self.assertEqual(picture(arrows=[own]).touching(), [])
        self.assertEqual(picture(arrows=[own, arrow("M2,0 L2,9")]).touching(), [0])
        self.assertEqual(picture(arrows=[own, arrow("M9,0 L9,9", (3, 1, 8, 2))]).touching(), [0, 1])
        self.assertEqual(picture(groups={"box": (3, 0, 9, 9)}, arrows=[own]).touching(), [0])
        self.assertEqual(picture(groups={"box": (0, 0, 9, 9)}, arrows=[own]).touching(), [])
        self.assertEqual(picture(titles=[(2, 0, 3, 3)], arrows=[own]).touching(), [0])
        self.assertEqual(picture({"a": (3, 0, 5, 3)}, arrows=[own]).touching(), [0])
        self.assertEqual(picture(arrows=[arrow("M2,0 L2,9", label)]).touching(), [0])
        self.assertEqual(picture(arrows=[arrow("M2,0 L2,9", label, is_interrupted=True)]).touching(), [])

    def test_a_label_is_in_doubt_when_another_arrow_is_nearer(self):
        def doubtful(x):
            return picture(arrows=[arrow("M0,0 L0,9", (1, 1, 4, 2)), arrow(f"M{x},0 L{x},9")]).doubtful()
        self.assertEqual((doubtful(4.5), doubtful(5.5)), ([0], []))

    def test_an_arrow_runs_through_boxes_that_are_not_around_its_ends(self):
        boxes = {"a": (0, 0, 2, 2), "box_b": (10, 0, 12, 2), "box_c": (5, 0, 7, 2)}
        line = arrow("M2,1 L10,1")
        self.assertEqual(picture(boxes, arrows=[line]).through(), [0])
        self.assertEqual(picture(boxes | {"box_c": (5, 3, 7, 5)}, {"box": (9, -1, 13, 3)}, arrows=[line]).through(), [])
        self.assertEqual(picture(boxes | {"box_c": (5, 3, 7, 5)}, {"box": (4, -1, 8, 6)}, arrows=[line]).through(), [0])

    def test_turns_are_right_angles_of_corners_and_of_curves(self):
        self.assertAlmostEqual(picture(arrows=[arrow("M0,0 L5,0 L5,5 L0,5")]).turns(), 2)
        self.assertAlmostEqual(picture(arrows=[arrow("M0,0 C0,5.5 4.5,10 10,10")]).turns(), 1, delta=0.05)

    def test_reading_counts_arrows_and_states_that_go_back(self):
        boxes = {"a": (0, 5, 2, 7), "box_b": (0, 0, 2, 2), "box_c": (0, 10, 2, 12)}
        found = picture(boxes, arrows=[arrow("M1,5 L1,2"), arrow("M1,2 L1,10")])
        self.assertEqual(found.reading(), (1, 33))
        found.drawing.axis = 0
        self.assertEqual(found.reading(), (0, 0))

    def test_what_drawers_draw_is_read_whole(self):
        for draw in (drawers.dot, drawers.d2):
            for machine in (MACHINE, REGIONS):
                drawing, _ = draw(machine)
                places = drawing.boxes | drawing.groups
                self.assertEqual(places.keys(), machine.boxes.keys())
                self.assertEqual(len(drawing.arrows), len(machine.arrows))
                self.assertEqual(sum(bool(one.label) for one in drawing.arrows), sum(bool(label) for *_, label in machine.arrows))
                for name, box in machine.boxes.items():
                    if box.parent:
                        self.assertTrue(measures.contains(places[box.parent], places[name]))

    def test_an_arrow_is_joined_where_it_turns_at_no_box(self):
        drawing = drawers.Drawing(1, {"a": (0, 0, 2, 2), "b": (0, 9, 2, 11)}, arrows=[
            arrow("M1,2 L1,4", ends=("a", "word")), arrow("M1,6 L1,9", ends=("word", "b"))])
        whole, = drawers.joined(drawing, {"word": [(0, 4, 2, 6)]}).arrows
        self.assertEqual((whole.source, whole.target, whole.path), ("a", "b", "M1,2 L1,4 L1,6 L1,9"))
        self.assertEqual((whole.label, whole.is_interrupted), ([(0, 4, 2, 6)], True))


if __name__ == "__main__":
    unittest.main()
