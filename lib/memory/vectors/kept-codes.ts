import type { Page } from './codes.js';

/** The codes of lists that were read last, up to a number of bytes. */
export class KeptCodes {
  private readonly pages = new Map<number, Page>();
  private bytes = 0;

  constructor(private readonly most: number) {}

  /** @param read Gives the codes that aren't kept. */
  of(list: number, read: () => Page): Page {
    const page = this.pages.get(list) ?? read();
    this.forget(list);
    this.pages.set(list, page);
    this.bytes += sizeOf(page);
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.most) break;
      this.forget(oldest);
    }
    return page;
  }

  /** The codes of a list have changed. */
  forget(list: number): void {
    const page = this.pages.get(list);
    if (!page) return;
    this.pages.delete(list);
    this.bytes -= sizeOf(page);
  }
}

function sizeOf({ ids, factors, bits }: Page): number {
  return ids.byteLength + factors.byteLength + bits.byteLength;
}
