// Preloaded with NODE_OPTIONS=--require into a process and its threads: their clock is LATER_MS ahead.
const ahead = Number(process.env.LATER_MS || 0);

if (ahead > 0) {
  const Present = Date;
  globalThis.Date = class extends Present {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Present.now() + ahead]));
    }

    static now() {
      return Present.now() + ahead;
    }
  };
}
