// Nothing imports this module: it is here so that the package manager asks pkg-config for Graphviz's
// flags and names the system package to install.
