/**
 * The part of the Node-RED editor that our forms use. `@types/node-red` says that a validator gives a boolean and knows
 * neither menus nor a validator's reason, so the few shapes we need are written here.
 */

/** Translates a key of the node's own catalogue; `__word__` in the text is replaced by `values.word`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** A node, or a config node, while the editor looks at it. */
export type EditedNode<Props> = Props & { id: string; type: string; _: Translate };

/** True, or why the value is wrong, in the person's language. Two parameters: Node-RED reads the function's arity. */
export type Validator<Props> = (this: EditedNode<Props>, value: string, options: object) => true | string;

export interface PropertyDefinition<Props, Value> {
  value: Value;
  /** The type of config node that the value points at. */
  type?: string;
  /** `false` also says that a config node may be left out. */
  required?: boolean;
  validate?: Validator<Props>;
}

export interface NodeDefinition<Props> {
  category: 'jarvis' | 'config';
  defaults: { [Name in keyof Props]-?: PropertyDefinition<Props, Props[Name]> };
  credentials?: Record<string, { type: 'text' | 'password' }>;
  color?: string;
  icon?: string;
  inputs?: 0 | 1;
  outputs?: number;
  paletteLabel?: string;
  label(this: EditedNode<Props>): string;
  labelStyle?(this: EditedNode<Props>): string;
  inputLabels?(this: EditedNode<Props>): string;
  outputLabels?(this: EditedNode<Props>, index: number): string;
  oneditprepare?(this: EditedNode<Props>): void;
  oneditsave?(this: EditedNode<Props>): void;
}

export interface EditorRed {
  settings: { httpNodeRoot?: string };
  nodes: {
    registerType<Props>(type: string, definition: NodeDefinition<Props>): void;
    /** A node of the flows as they stand in the editor, deployed or not; null where the flow has no such node. */
    node(id: string): { id: string; [property: string]: unknown } | null;
    filterNodes(filter: { type: string }): { id: string; [property: string]: unknown }[];
  };
  popover: {
    panel(content: JQuery): {
      container: JQuery;
      show(at: { target: JQuery; align?: 'left' | 'right'; onclose?(): void }): void;
      hide(): void;
    };
  };
  plugins: { registerPlugin(id: string, plugin: { type: string; onadd(): void }): void };
  sidebar: { addTab(tab: SidebarTab): void };
  view: { reveal(id: string): void; select(id: string): void };
  i18n: { lang(): string };
}

export interface SidebarTab {
  id: string;
  /** On the tab itself. */
  label: string;
  /** In the menu, and as the tab's tooltip. */
  name: string;
  iconClass: string;
  content: JQuery;
  /** Usable while a node's form is open. */
  enableOnEdit?: boolean;
  onchange?(): void;
  onremove?(): void;
}

export interface EditableListOptions<Row> {
  addItem(container: JQuery, index: number, row: Row): void;
  addButton?: boolean | string;
  removable?: boolean;
  /** Called when a row is gone. */
  removeItem?(row: Row): void;
  height?: number | 'auto';
}

declare global {
  interface JQuery<TElement = HTMLElement> {
    editableList<Row>(options: EditableListOptions<Row>): this;
    editableList(action: 'addItem', row: object): void;
    editableList(action: 'items'): JQuery;
  }
}
