import { html, nothing, type TemplateResult } from 'lit';
import { ApiError, type MaintenanceState } from './api.js';
import { countsOf } from './format.js';
import { problemDetail, problemOf } from './problems.js';
import type { MemoryKey } from './strings.js';
import { View } from './view.js';

/** How often a running task is looked at, in milliseconds. */
const LOOK_MS = 1_000;

const TASKS: Readonly<Record<string, { name: MemoryKey; why: MemoryKey }>> = {
  diary: { name: 'taskDiary', why: 'taskDiaryWhy' },
  consolidate: { name: 'taskConsolidate', why: 'taskConsolidateWhy' },
  deflections: { name: 'taskDeflections', why: 'taskDeflectionsWhy' },
  topics: { name: 'taskTopics', why: 'taskTopicsWhy' },
  embed: { name: 'taskEmbed', why: 'taskEmbedWhy' },
  retention: { name: 'taskRetention', why: 'taskRetentionWhy' },
  vacuum: { name: 'taskVacuum', why: 'taskVacuumWhy' },
};

/** The tasks that tidy the memory: each is started, watched and cancelled here. */
export class MaintenanceTasks extends View {
  static override properties = { ...View.properties, state: { state: true } };
  declare state: MaintenanceState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override load(): void {
    void this.#look();
  }

  protected override render() {
    const { state } = this;
    if (!state) return nothing;
    return html`<section class="card">
      <h3>${this.t('maintenance')}</h3>
      <ul class="tasks">
        ${state.tasks.map(({ name, what }) => html`<li>${this.#task(name, what, state)}</li>`)}
      </ul>
    </section>`;
  }

  #task(task: string, what: string, { running, last }: MaintenanceState) {
    const known = TASKS[task];
    const name = known ? this.t(known.name) : task;
    const mine = running?.task === task ? running : undefined;
    const number = (value: number) => value.toLocaleString(this.language);
    return html`<div class="task">
        <h4>${name}</h4>
        <p class="why">${known ? this.t(known.why) : what}</p>
        ${
          mine
            ? html`<progress aria-label=${name} max=${mine.total ?? nothing} .value=${mine.total ? mine.done : nothing}></progress>
                <p class="count">
                  ${mine.total === undefined ? number(mine.done) : this.t('ofTotal', { done: number(mine.done), total: number(mine.total) })}
                </p>`
            : nothing
        }
        ${last?.task === task ? html`<p class="count" role="status" data-outcome=${last.outcome}>${this.#ended(last)}</p>` : nothing}
      </div>
      <button
        class="button"
        type="button"
        ?disabled=${mine ? !mine.cancellable : running !== null}
        aria-label=${this.t(mine ? 'cancelOf' : 'startOf', { name })}
        @click=${() => (mine ? this.#run('maintenance/cancel', {}) : this.#run('maintenance/start', { task }))}
      >
        ${this.t(mine ? 'cancel' : 'start')}
      </button>`;
  }

  #ended(last: NonNullable<MaintenanceState['last']>): string | TemplateResult {
    if (last.outcome === 'cancelled') return this.t('taskCancelled');
    if (last.outcome === 'failed') {
      const problem = problemOf(this.language, new ApiError(last.code, last.message));
      return html`${this.t('taskFailed', { reason: problem.words })} ${problemDetail(problem)}`;
    }
    const { changed, left } = countsOf(last.result);
    const done = this.t('taskDone', { count: changed });
    return left > 0 ? `${done} ${this.t('taskLeft', { count: left })}` : done;
  }

  async #run(route: 'maintenance/start' | 'maintenance/cancel', body: object): Promise<void> {
    if (await this.change(() => this.client.post(route, body))) await this.#look();
  }

  async #look(): Promise<void> {
    const before = this.state?.running;
    const state = await this.attempt(() => this.client.get('maintenance'));
    if (!this.isConnected) return;
    if (state) {
      this.state = state;
      if (before && !state.running) this.emit('changed', null);
    }
    // The server may be back in a moment, and the task with it or not.
    this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    if (this.state?.running && this.isConnected) this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
  }
}

customElements.define('memory-maintenance', MaintenanceTasks);
