import type { Text } from '@lastro/contract/text.ts'

const forbidden = /[^A-Za-z0-9 ./_#-]/u

/**
 * The first character that a contract number may not contain, if any. Letters and digits of other alphabets can look
 * like ASCII: a debt ended by a court was listed again under such a number.
 */
export const forbiddenCharacter = (contractId: string): string | undefined => forbidden.exec(contractId)?.[0]

/** Describes a character for an error: the character itself if visible, its code point and its kind. */
export function describeCharacter(character: string): Text {
  const point = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  const [, { pt, en }] = kinds.find(([pattern]) => pattern.test(character)) ?? anyOther
  const shown = unseen.test(character) ? '' : `“${character}” `
  return { pt: `${shown}(U+${point}, ${pt})`, en: `${shown}(U+${point}, ${en})` }
}

/** Invisible, blank or combining characters. */
const unseen = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u

type Kind = readonly [pattern: RegExp, text: Text]

const anyOther: Kind = [/^/u, { pt: 'caractere não aceito', en: 'character not accepted' }]

const letter = (script: RegExp, pt: string, en: string): Kind => [
  script,
  { pt: `letra ${pt}`, en: `${en} letter` },
]

/** The first match counts. */
const kinds: readonly Kind[] = [
  [/[\p{C}\p{Default_Ignorable_Code_Point}]/u, { pt: 'caractere invisível', en: 'invisible character' }],
  [/\p{Z}/u, { pt: 'espaço diferente do comum', en: 'space other than the ordinary one' }],
  [/\p{M}/u, { pt: 'sinal combinante', en: 'combining mark' }],
  [/[\uff00-\uffef]/u, { pt: 'forma larga', en: 'full-width or half-width form' }],
  [
    /[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02ff\u2070-\u209f]/u,
    { pt: 'sobrescrito ou subscrito', en: 'superscript or subscript' },
  ],
  letter(/(?=\p{L})\p{Script=Cyrillic}/u, 'cirílica', 'Cyrillic'),
  letter(/(?=\p{L})\p{Script=Greek}/u, 'grega', 'Greek'),
  letter(/(?=\p{L})\p{Script=Armenian}/u, 'armênia', 'Armenian'),
  letter(/(?=\p{L})\p{Script=Cherokee}/u, 'cherokee', 'Cherokee'),
  letter(/(?=\p{L})\p{Script=Hebrew}/u, 'hebraica', 'Hebrew'),
  letter(/(?=\p{L})\p{Script=Arabic}/u, 'arábica', 'Arabic'),
  [/(?=\p{L})\p{Script=Latin}/u, { pt: 'letra latina fora de A–Z', en: 'Latin letter outside A–Z' }],
  [/\p{L}/u, { pt: 'letra de outro alfabeto', en: 'letter of another alphabet' }],
  [/[\u0660-\u0669\u06f0-\u06f9]/u, { pt: 'algarismo arábico-índico', en: 'Arabic digit' }],
  [/\p{N}/u, { pt: 'algarismo ou número fora de 0–9', en: 'digit or number outside 0–9' }],
  [/\p{P}/u, { pt: 'sinal de pontuação', en: 'punctuation mark' }],
  [/\p{S}/u, { pt: 'símbolo', en: 'symbol' }],
]
