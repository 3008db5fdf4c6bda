/** Points of the complex transform: half of the real one's 512. */
const HALF = 256;
const BITS = 15;
const MAX = 32_767;

const waves = (count: number, phase: (index: number) => number, of: (phase: number) => number) =>
  Int16Array.from({ length: count }, (_, index) => Math.floor(0.5 + MAX * of(phase(index))));
const turn = (index: number) => (-2 * Math.PI * index) / HALF;
const [COS, SIN] = [waves(HALF, turn, Math.cos), waves(HALF, turn, Math.sin)];
const halfTurn = (index: number) => -Math.PI * ((index + 1) / HALF + 0.5);
const [REAL_COS, REAL_SIN] = [waves(HALF / 2, halfTurn, Math.cos), waves(HALF / 2, halfTurn, Math.sin)];

/** Where a sample of the input goes before the radix-4 passes: its index with the four base-4 digits turned round. */
const PLACE = Uint8Array.from({ length: HALF }, (_, at) => {
  return ((at & 3) << 6) | ((at & 12) << 2) | ((at & 48) >> 2) | (at >> 6);
});

const real = new Int16Array(HALF);
const imaginary = new Int16Array(HALF);

const round = (product: number) => (product + (1 << (BITS - 1))) >> BITS;
const quarter = (value: number) => round(value * (MAX >> 2));
const half = (value: number) => round(value * (MAX >> 1));

/**
 * The power spectrum of 512 samples in 16-bit fixed point, rounded as KISS FFT does with FIXED_POINT=16
 * (https://github.com/mborgerding/kissfft, `kiss_fftr` of 512 = 2 × 4 × 4 × 4 × 4), which the models were trained with.
 * Each pass divides by four, so that nothing overflows.
 * @param energy gets re² + im² of the frequencies 1 to 255
 */
export function powerSpectrum(samples: Int16Array, energy: Float64Array): void {
  for (let at = 0; at < HALF; at++) {
    const to = PLACE[at] as number;
    real[to] = samples[2 * at] as number;
    imaginary[to] = samples[2 * at + 1] as number;
  }
  for (let span = 1; span < HALF; span *= 4) {
    const stride = HALF / (4 * span);
    for (let from = 0; from < HALF; from += 4 * span)
      for (let at = 0; at < span; at++) butterfly(from + at, span, at * stride);
  }
  for (let k = 1; k <= HALF / 2; k++) untangle(k, energy);
}

/** One radix-4 step, in place, at four points that are `span` apart. */
function butterfly(a: number, span: number, wave: number): void {
  const [b, c, d] = [a + span, a + 2 * span, a + 3 * span];
  const ar = quarter(real[a] as number);
  const ai = quarter(imaginary[a] as number);
  const br = quarter(real[b] as number);
  const bi = quarter(imaginary[b] as number);
  const cr = quarter(real[c] as number);
  const ci = quarter(imaginary[c] as number);
  const dr = quarter(real[d] as number);
  const di = quarter(imaginary[d] as number);
  const c1 = COS[wave] as number;
  const s1 = SIN[wave] as number;
  const c2 = COS[2 * wave] as number;
  const s2 = SIN[2 * wave] as number;
  const c3 = COS[3 * wave] as number;
  const s3 = SIN[3 * wave] as number;
  const b1 = round(br * c1 - bi * s1);
  const b2 = round(br * s1 + bi * c1);
  const e1 = round(cr * c2 - ci * s2);
  const e2 = round(cr * s2 + ci * c2);
  const d1 = round(dr * c3 - di * s3);
  const d2 = round(dr * s3 + di * c3);
  real[a] = ar + e1 + b1 + d1;
  imaginary[a] = ai + e2 + b2 + d2;
  real[c] = ar + e1 - b1 - d1;
  imaginary[c] = ai + e2 - b2 - d2;
  real[b] = ar - e1 + b2 - d2;
  imaginary[b] = ai - e2 - b1 + d1;
  real[d] = ar - e1 - b2 + d2;
  imaginary[d] = ai - e2 + b1 - d1;
}

/** Two frequencies of the real signal from those of the complex one, whose real and imaginary parts were its samples. */
function untangle(k: number, energy: Float64Array): void {
  const kr = half(real[k] as number);
  const ki = half(imaginary[k] as number);
  const nr = half(real[HALF - k] as number);
  const ni = half(-(imaginary[HALF - k] as number));
  const [sumR, sumI, differenceR, differenceI] = [kr + nr, ki + ni, kr - nr, ki - ni];
  const cos = REAL_COS[k - 1] as number;
  const sin = REAL_SIN[k - 1] as number;
  const r = round(differenceR * cos - differenceI * sin);
  const i = round(differenceR * sin + differenceI * cos);
  energy[k] = ((sumR + r) >> 1) ** 2 + ((sumI + i) >> 1) ** 2;
  energy[HALF - k] = ((sumR - r) >> 1) ** 2 + ((i - sumI) >> 1) ** 2;
}
