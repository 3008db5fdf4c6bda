import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';

/** Line drawings on a 24 × 24 grid, in the colour of the text around them. */
const DRAWINGS = {
  microphone: svg`<rect x="9" y="3" width="6" height="11" rx="3"/><path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3"/>`,
  done: svg`<path d="M5 12.5l4.5 4.5L19 7.5"/>`,
  stop: svg`<rect x="7" y="7" width="10" height="10" rx="2" fill="currentColor"/>`,
  send: svg`<path d="M12 19V5M6 11l6-6 6 6"/>`,
  dismiss: svg`<path d="M7 7l10 10M17 7L7 17"/>`,
  play: svg`<path d="M8.5 5.8v12.4L18.5 12z" fill="currentColor"/>`,
  pause: svg`<path d="M9 6v12M15 6v12" stroke-width="3"/>`,
  plus: svg`<path d="M12 6v12M6 12h12"/>`,
  minus: svg`<path d="M6 12h12"/>`,
  up: svg`<path d="M6 14.5l6-6 6 6"/>`,
  down: svg`<path d="M6 9.5l6 6 6-6"/>`,
  plug: svg`<path d="M9 3.5V8M15 3.5V8M7 8h10v3a5 5 0 0 1-10 0zM12 16v4.5"/>`,
  fan: svg`<circle cx="12" cy="12" r="1.6"/><path d="M12 10.4C10 7 11 3.5 13.5 3.5s3 4-1.5 6.9M13.4 12.8c3.9-.3 6.5 2.3 5.2 4.5s-5 .8-5.2-3.8M10.6 12.8c-1.7 3.5-5.3 4.5-6.5 2.3s1.8-4.7 6.5-2.6"/>`,
  scene: svg`<path d="M12 3.5l1.9 5.1 5.1 1.9-5.1 1.9L12 17.5l-1.9-5.1L5 10.5l5.1-1.9zM18.5 16v4M16.5 18h4"/>`,
  script: svg`<path d="M7 4.5h10a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 18V6A1.5 1.5 0 0 1 7 4.5zM9 9h6M9 12.5h6M9 16h3"/>`,
  temperature: svg`<path d="M10 13.6V6a2 2 0 1 1 4 0v7.6a4 4 0 1 1-4 0zM12 10v6"/>`,
  humidity: svg`<path d="M12 3.5c3.2 3.8 5.5 6.8 5.5 10a5.5 5.5 0 0 1-11 0c0-3.2 2.3-6.2 5.5-10z"/>`,
  power: svg`<path d="M13 3.5L6 13.5h5l-1 7 7-10h-5z"/>`,
  battery: svg`<rect x="4" y="8.5" width="14.5" height="7.5" rx="2"/><path d="M20.5 11v2.5M7 11v2.5M10 11v2.5"/>`,
  light: svg`<circle cx="12" cy="12" r="3.6"/><path d="M12 3.5v2M12 18.5v2M3.5 12h2M18.5 12h2M6 6l1.4 1.4M16.6 16.6L18 18M18 6l-1.4 1.4M7.4 16.6L6 18"/>`,
  motion: svg`<circle cx="13" cy="5" r="1.7"/><path d="M9 20.5l2.5-5 3 2 .5 3M7.5 12l3-3.5 3.5 1-2 5M14 10l2 2.5h2.5"/>`,
  door: svg`<path d="M6.5 20.5v-16h11v16M4 20.5h16M14 12.5v.2"/>`,
  person: svg`<circle cx="12" cy="8" r="3.5"/><path d="M5 20c.6-4 3.4-6 7-6s6.4 2 7 6"/>`,
  gauge: svg`<path d="M4.5 17a8.5 8.5 0 1 1 15 0M12 14.5l3.5-5"/>`,
  info: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5.5M12 7.6v.2"/>`,
  warning: svg`<path d="M12 4L3 19.5h18zM12 10v4.5M12 16.9v.2"/>`,
  speaker: svg`<path d="M4.5 9.5v5h3.5l4.5 4v-13L8 9.5zM16 9.5a3.5 3.5 0 0 1 0 5M18.5 7a7 7 0 0 1 0 10"/>`,
  pin: svg`<path d="M12 20.5s-6-5.4-6-10.5a6 6 0 0 1 12 0c0 5.1-6 10.5-6 10.5z"/><circle cx="12" cy="10" r="2"/>`,
  copy: svg`<rect x="8.5" y="8.5" width="11" height="11" rx="2"/><path d="M15.5 8.5V6.5a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2"/>`,
  retry: svg`<path d="M19 12a7 7 0 1 1-2.1-5M19.5 4v4h-4"/>`,
  idea: svg`<path d="M9 17.5h6M10 20.5h4M9 17.5c0-2.4-2.8-3.6-2.8-7.2a5.8 5.8 0 0 1 11.6 0c0 3.6-2.8 4.8-2.8 7.2"/>`,
  memory: svg`<path d="M12 6.5c-2-1.6-4.6-2-8-2v13.5c3.4 0 6 .4 8 2 2-1.6 4.6-2 8-2V4.5c-3.4 0-6 .4-8 2zM12 6.5V20"/>`,
  flow: svg`<rect x="3.5" y="4.5" width="7" height="5" rx="1.5"/><rect x="13.5" y="14.5" width="7" height="5" rx="1.5"/><path d="M10.5 7c5 0-2 10 3 10"/>`,
  search: svg`<circle cx="11" cy="11" r="6"/><path d="M15.5 15.5L20 20"/>`,
  edit: svg`<path d="M5 19l1-4L16.5 4.5l3 3L9 18zM14.5 6.5l3 3"/>`,
  bin: svg`<path d="M5 7h14M9.5 7V4.5h5V7M7 7l1 12.5h8L17 7M10.5 10.5v5.5M13.5 10.5v5.5"/>`,
  move: svg`<path d="M4.5 12h14M13 6.5l5.5 5.5-5.5 5.5"/>`,
  undo: svg`<path d="M8.5 5L4.5 9l4 4M4.5 9H14a5 5 0 0 1 0 10h-4"/>`,
  fit: svg`<path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15"/>`,
  download: svg`<path d="M12 4v11M7 10.5l5 5 5-5M5 19.5h14"/>`,
  timer: svg`<circle cx="12" cy="13.5" r="7"/><path d="M12 9.5v4l2.5 2M9.5 3.5h5"/>`,
  waterfall: svg`<path d="M4 6h7M8 12h7M13 18h7" stroke-width="3"/>`,
  upload: svg`<path d="M12 16V5M7 9.5l5-5 5 5M5 19.5h14"/>`,
} satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof DRAWINGS;

/** An icon; it says nothing to screen readers, so what it stands for must be said beside it. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${DRAWINGS[name]}</svg>`;
}
