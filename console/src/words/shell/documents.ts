import type { Words } from '../words.ts'

/** What a document field says while it is filled. */
export const documentWords = {
  begun: { pt: '{type}: faltam {count}.', en: '{type}: {count} to go.' },
  right: { pt: '{type} válido: {document}', en: 'Valid {type}: {document}' },
  characters: {
    pt: 'Só dígitos e, num CNPJ, letras de A a Z; ponto, barra e hífen são ignorados.',
    en: 'Only digits and, in a CNPJ, letters from A to Z; dots, slashes and hyphens are ignored.',
  },
  long: {
    pt: 'Passa de 14: um CPF tem 11 dígitos, um CNPJ 14 caracteres.',
    en: 'More than 14: a CPF has 11 digits, a CNPJ 14 characters.',
  },
  cpfDigits: {
    pt: 'Os dois últimos dígitos não conferem com os nove primeiros deste CPF.',
    en: 'The last two digits do not fit the first nine of this CPF.',
  },
  cnpjDigits: {
    pt: 'Os dois últimos dígitos não conferem com os doze primeiros deste CNPJ.',
    en: 'The last two digits do not fit the first twelve of this CNPJ.',
  },
  repeated: { pt: 'Uma sequência repetida não é um documento.', en: 'A repeated sequence is no document.' },
} as const satisfies Words
