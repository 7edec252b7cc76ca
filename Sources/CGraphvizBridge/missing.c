// The one error of a computer without Graphviz: all other files of the bridge are empty there.
#if defined(SCHEMATIC_GRAPHVIZ) && !SCHEMATIC_GRAPHVIZ
#error Graphviz is missing: install libgraphviz-dev (graphviz-devel, or graphviz from Homebrew), or draw no images and write traits: ["Command"] where Package.swift names Schematic
#endif
