import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcesTool } from './announced.js';

for (const sentence of [
  'I will call get_weather now.',
  'I’ll use the weather function to find out.',
  'I need to run the control_device tool first.',
  'Let me quickly query the search API.',
  'Calling webSearch with your question.',
  'We should use the search tool.',
  'Ich rufe jetzt get_weather auf.',
  'Dafür muss ich das Wetter-Tool verwenden.',
  'Lass mich das Suchwerkzeug benutzen.',
  'Ich werde die Wetterfunktion aufrufen.',
  'Je vais utiliser l’outil de recherche.',
  'J’appelle la fonction get_weather.',
  'Laissez-moi utiliser l’outil météo.',
  'Voy a usar la herramienta de búsqueda.',
  'Déjame llamar a la función get_weather.',
  'Utilizo la herramienta del tiempo.',
]) {
  test(`"${sentence}" only announces a tool`, () => assert.equal(announcesTool(sentence), true));
}

for (const sentence of [
  'I will call your mother.',
  'Let me tell you about the tools of the Stone Age.',
  'Let me use the opportunity to explain what the function of the heart is.',
  'You can use a hammer or another tool.',
  'I’ll explain how a function works.',
  'Using a lamp saves candles.',
  'Running is healthy.',
  'I have used your notes.',
  'Ich nutze die Gelegenheit, die Funktion des Herzens zu erklären.',
  'Ich rufe deine Mutter an.',
  'Verwenden Sie ein scharfes Werkzeug.',
  'Je vais vous expliquer.',
  'Voy a contarte un cuento.',
  'Uso el plural, señor.',
]) {
  test(`"${sentence}" is said`, () => assert.equal(announcesTool(sentence), false));
}
