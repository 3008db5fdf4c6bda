export * from '../language/fold.js';
