// The only error on a computer without Graphviz: files that need its headers are empty there.
#if defined(SCHEMATIC_GRAPHVIZ) && !SCHEMATIC_GRAPHVIZ
#error Graphviz is missing: install libgraphviz-dev (graphviz-devel, or graphviz from Homebrew), or draw no images and write traits: ["Command"] where Package.swift names Schematic
#endif
