import { graphEditing } from './graph-edit.js';
import { graphLearning } from './graph-learn.js';
import { graphReading } from './graph-read.js';

/**
 * The knowledge graph: nodes under three roots that are always there, and lines in the nodes. `folded` is the line as it
 * is compared (see `foldLine`). `graph_retired` holds keys of wordings that a person has put right or removed, so that
 * nothing reads them out of a conversation again; `graph_marks` what was learned from which text, and how far a work got.
 */
export const SCHEMA = `
  CREATE TABLE graph_nodes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent INTEGER REFERENCES graph_nodes (id),
    branch TEXT NOT NULL CHECK (branch IN ('USER', 'DIRECTIVES', 'WORLD')),
    name TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX graph_nodes_parent ON graph_nodes (parent, name);
  INSERT INTO graph_nodes (id, parent, branch, name, at) VALUES
    (1, NULL, 'USER', 'USER', 0), (2, NULL, 'DIRECTIVES', 'DIRECTIVES', 0), (3, NULL, 'WORLD', 'WORLD', 0);
  CREATE TABLE graph_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    node INTEGER NOT NULL REFERENCES graph_nodes (id),
    text TEXT NOT NULL,
    folded TEXT NOT NULL,
    at INTEGER NOT NULL,
    turns TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('learned', 'said', 'corrected')),
    times INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX graph_lines_node ON graph_lines (node, at, id);
  CREATE INDEX graph_lines_folded ON graph_lines (folded);
  CREATE INDEX graph_lines_at ON graph_lines (at);
  CREATE TABLE graph_retired (key TEXT PRIMARY KEY) STRICT;
  CREATE TABLE graph_marks (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

export const graph = { ...graphReading, ...graphEditing, ...graphLearning } as const;
