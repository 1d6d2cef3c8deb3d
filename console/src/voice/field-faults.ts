import type { Language, Text } from '@lastro/contract/text.ts'

/** What is wrong with a field, where the service's own message is meant for a programmer; the others are said as they are. */
export const spokenFaults: Readonly<Record<string, Text>> = {
  type: { pt: 'Não é o que se espera aqui.', en: 'It is not what is expected here.' },
  unknown_member: {
    pt: 'A página enviou um campo que o serviço não conhece. Recarregue-a.',
    en: 'The page sent a field that the service does not know. Reload it.',
  },
  too_few: { pt: 'Escolha ao menos um.', en: 'Choose at least one.' },
  day: {
    pt: 'Não é uma data que exista, como 2026-03-10.',
    en: 'It is not a date that exists, such as 2026-03-10.',
  },
  duration: { pt: 'Não é um tempo que se possa ler.', en: 'It is not a length of time.' },
  instant: { pt: 'Não é uma data com hora.', en: 'It is not a date with its time.' },
  cursor: {
    pt: 'A lista mudou. Leia-a desde o começo.',
    en: 'The list has changed. Read it from the start.',
  },
  choice: { pt: 'Não é uma das opções.', en: 'It is not one of the choices.' },
  half_character: {
    pt: 'Tem um caractere pela metade. Apague-o e escreva de novo.',
    en: 'It holds half a character. Delete it and write it again.',
  },
  feature_unknown: {
    pt: 'Este produto não tem este adicional.',
    en: 'This product does not have this feature.',
  },
  line_not_utf8: {
    pt: 'Os acentos não podem ser lidos. Salve o arquivo em UTF-8.',
    en: 'Its letters cannot be read. Save the file in UTF-8.',
  },
  line_not_json: {
    pt: 'A linha não pode ser lida: aspas, vírgulas ou chaves não fecham.',
    en: 'The line cannot be read: quotes, commas or braces do not close.',
  },
  member_repeated: {
    pt: 'O mesmo campo aparece mais de uma vez na linha.',
    en: 'The same field appears more than once in the line.',
  },
  document_not_in_sandbox: {
    pt: 'O sandbox só aceita os documentos de teste.',
    en: 'The sandbox accepts test documents only.',
  },
  column_unknown: {
    pt: 'Há uma coluna que o serviço não conhece. Diga o que ela é, ou deixe-a de fora. Nada mais foi lido.',
    en: 'There is a column that the service does not know. Say what it is, or leave it out. Nothing more was read.',
  },
}

/** What to say of a fault: in the console's words where it has some, else as the service says it. */
export const faultText = (code: string, message: string, language: Language): string =>
  Object.hasOwn(spokenFaults, code) ? (spokenFaults[code]?.[language] ?? message) : message
