export * from '../language/tags.js';
