/** Fourier transform of real samples, and back. */
export interface RealFft {
  /** @param samples as many as the size @param real, imaginary get the frequencies 0 to size / 2 */
  forward(samples: Float64Array, real: Float64Array, imaginary: Float64Array): void;
  /** The reverse, scaled so that `inverse` of `forward` gives the samples back. */
  inverse(real: Float64Array, imaginary: Float64Array, samples: Float64Array): void;
}

/**
 * Radix-2 transform of half the size over pairs of samples, untangled after it (Numerical Recipes, `realft`).
 * @param size a power of two, 8 or more
 */
export function realFft(size: number): RealFft {
  const half = size / 2;
  const re = new Float64Array(half);
  const im = new Float64Array(half);
  const bits = Math.log2(half);
  const place = Uint32Array.from({ length: half }, (_, at) => {
    let turned = 0;
    for (let bit = 0; bit < bits; bit++) turned |= ((at >> bit) & 1) << (bits - 1 - bit);
    return turned;
  });
  const wave = (of: (angle: number) => number) =>
    Float64Array.from({ length: half }, (_, at) => of((-2 * Math.PI * at) / size));
  const [cos, sin] = [wave(Math.cos), wave(Math.sin)];

  /** In place, of what lies in `re` and `im` in bit-reversed order. */
  const passes = () => {
    for (let span = 1; span < half; span *= 2) {
      const stride = half / span;
      for (let at = 0; at < span; at++) {
        const c = cos[at * stride] as number;
        const s = sin[at * stride] as number;
        for (let a = at; a < half; a += 2 * span) {
          const b = a + span;
          const br = re[b] as number;
          const bi = im[b] as number;
          const r = br * c - bi * s;
          const i = br * s + bi * c;
          const ar = re[a] as number;
          const ai = im[a] as number;
          re[b] = ar - r;
          im[b] = ai - i;
          re[a] = ar + r;
          im[a] = ai + i;
        }
      }
    }
  };

  return {
    forward(samples, real, imaginary) {
      for (let at = 0; at < half; at++) {
        const to = place[at] as number;
        re[to] = samples[2 * at] as number;
        im[to] = samples[2 * at + 1] as number;
      }
      passes();
      real[0] = (re[0] as number) + (im[0] as number);
      real[half] = (re[0] as number) - (im[0] as number);
      imaginary[0] = imaginary[half] = 0;
      for (let k = 1; k < half; k++) {
        const kr = re[k] as number;
        const ki = im[k] as number;
        const nr = re[half - k] as number;
        const ni = -(im[half - k] as number);
        const dr = (ki - ni) / 2;
        const di = (nr - kr) / 2;
        const c = cos[k] as number;
        const s = sin[k] as number;
        real[k] = (kr + nr) / 2 + dr * c - di * s;
        imaginary[k] = (ki + ni) / 2 + dr * s + di * c;
      }
    },
    inverse(real, imaginary, samples) {
      for (let k = 0; k < half; k++) {
        const kr = real[k] as number;
        const ki = imaginary[k] as number;
        const nr = real[half - k] as number;
        const ni = -(imaginary[half - k] as number);
        const c = cos[k] as number;
        const s = -(sin[k] as number);
        const dr = (kr - nr) / 2;
        const di = (ki - ni) / 2;
        const or = dr * c - di * s;
        const oi = dr * s + di * c;
        // Conjugated, so that the forward passes turn it back.
        const to = place[k] as number;
        re[to] = (kr + nr) / 2 - oi;
        im[to] = -((ki + ni) / 2 + or);
      }
      passes();
      for (let at = 0; at < half; at++) {
        samples[2 * at] = (re[at] as number) / half;
        samples[2 * at + 1] = -(im[at] as number) / half;
      }
    },
  };
}
