/**
 * A table of a FlatBuffer (https://flatbuffers.dev/internals): fields by their number in the schema.
 * Offsets come from the file; one that points outside of it is a RangeError of the DataView.
 */
export class Table {
  private readonly vtable: number;

  constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {
    this.vtable = at - view.getInt32(at, true);
  }

  /** The table that the file is. */
  static root(bytes: Uint8Array): Table {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new Table(view, view.getUint32(0, true));
  }

  /** An unsigned byte; 0 when it is not there. */
  byte(field: number): number {
    const at = this.place(field);
    return at === undefined ? 0 : this.view.getUint8(at);
  }

  /** A 32-bit number; 0 when it is not there. */
  int(field: number): number {
    const at = this.place(field);
    return at === undefined ? 0 : this.view.getInt32(at, true);
  }

  text(field: number): string {
    return Buffer.from(this.bytes(field)).toString('utf8');
  }

  /** A vector of bytes, not copied. */
  bytes(field: number): Uint8Array {
    const { start, length } = this.vector(field);
    if (start + length > this.view.byteLength) throw new RangeError('Bytes reach beyond their file.');
    return new Uint8Array(this.view.buffer, this.view.byteOffset + start, length);
  }

  ints(field: number): number[] {
    return this.each(field, 4, (at) => this.view.getInt32(at, true));
  }

  /** A vector of 64-bit numbers. */
  longs(field: number): number[] {
    return this.each(field, 8, (at) => Number(this.view.getBigInt64(at, true)));
  }

  floats(field: number): number[] {
    return this.each(field, 4, (at) => this.view.getFloat32(at, true));
  }

  table(field: number): Table | undefined {
    const at = this.place(field);
    return at === undefined ? undefined : this.follow(at);
  }

  tables(field: number): Table[] {
    return this.each(field, 4, (at) => this.follow(at));
  }

  private follow(at: number): Table {
    return new Table(this.view, at + this.view.getUint32(at, true));
  }

  private each<T>(field: number, size: number, read: (at: number) => T): T[] {
    const { start, length } = this.vector(field);
    return Array.from({ length }, (_, index) => read(start + index * size));
  }

  private vector(field: number): { start: number; length: number } {
    const at = this.place(field);
    if (at === undefined) return { start: 0, length: 0 };
    const start = at + this.view.getUint32(at, true);
    const length = this.view.getUint32(start, true);
    if (length > this.view.byteLength) throw new RangeError('A vector is longer than its file.');
    return { start: start + 4, length };
  }

  private place(field: number): number | undefined {
    const entry = 4 + 2 * field;
    if (entry >= this.view.getUint16(this.vtable, true)) return undefined;
    const offset = this.view.getUint16(this.vtable + entry, true);
    return offset === 0 ? undefined : this.at + offset;
  }
}
