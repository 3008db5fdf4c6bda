import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCard } from './cards.js';
import * as checks from './checks.js';
import { isIban } from './iban.js';

/** Examples of the authorities that give the numbers out, or of their published test data. */
const VALID: [name: string, check: (number: string) => boolean, ...numbers: string[]][] = [
  ['DNI and NIE', checks.isDni, '12345678Z', '87654321X', '00000000T', 'X1234567L', 'Y1234567X', 'Z1234567R'],
  ['Steuer-ID', checks.isSteuerId, '86095742719', '47036892816', '65929970489', '57549285017', '25768131411'],
  ['NIR', checks.isNir, '255081416802538', '185057800608491'],
  ['SSN', checks.isSsn, '078051120', '219099998'],
  ['NINO', checks.isNino, 'AB123456C', 'QQ123456C'],
  ['NHS', checks.isNhs, '9434765919', '4010232137'],
  ['codice fiscale', checks.isCodiceFiscale, 'RSSMRA85T10A562S', 'MRTMTT91D08F205J'],
  ['BSN', checks.isBsn, '111222333', '123456782'],
  ['NIF', checks.isNif, '123456789', '501964843'],
  ['AHV', checks.isAhv, '7569217076985'],
  ['Ausweis', checks.isAusweis, 'L01X00T471', 'T220001293', 'C01X00T478'],
  ['card', isCard, '4111111111111111', '378282246310005', '6011111111111117', '30569309025904'],
  [
    'IBAN',
    isIban,
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
    'LY83002048000020100120361',
    'ST23000100010051845310146',
  ],
];

test('numbers that were given out pass', () => {
  for (const [name, check, ...numbers] of VALID) {
    for (const number of numbers) assert.ok(check(number), `${name} ${number}`);
  }
});

test('with one digit changed at the end they fail', () => {
  for (const [name, check, ...numbers] of VALID.filter(([name]) => !['SSN', 'NINO'].includes(name))) {
    for (const number of numbers) {
      const last = number.slice(-1);
      const other = /\d/.test(last) ? String((Number(last) + 1) % 10) : last === 'A' ? 'B' : 'A';
      assert.ok(!check(number.slice(0, -1) + other), `${name} ${number} with ${other}`);
    }
  }
});

test('numbers of the wrong length or that are never given out fail', () => {
  for (const [, check, number = ''] of VALID) {
    assert.ok(!check(''));
    assert.ok(!check(number.slice(1)) || /^0/.test(number));
    assert.ok(!check(`${number}1`));
  }
  for (const number of ['000123456', '666123456', '900123456', '123006789', '123450000'])
    assert.ok(!checks.isSsn(number));
  for (const number of ['BG123456A', 'DA123456A', 'AB123456E']) assert.ok(!checks.isNino(number));
});

test('lines of machine readable zones', () => {
  for (const line of [
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
    'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    'I<UTOD231458907<<<<<<<<<<<<<<<',
    '7408122F1204159UTO<<<<<<<<<<<6',
    'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  ]) {
    assert.ok(checks.isMrz(line), line);
  }
  for (const line of [
    'L898902C37UTO7408122F1204159ZE184226B<<<<<10',
    '<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
    'A'.repeat(44),
  ]) {
    assert.ok(!checks.isMrz(line), line);
  }
});
