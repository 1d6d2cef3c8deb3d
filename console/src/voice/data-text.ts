import type { Language, Text } from '@lastro/contract/text.ts'

const dataSets: Readonly<Record<string, Text>> = {
  receita: { pt: 'Receita Federal', en: 'Receita Federal' },
  pgfn: { pt: 'PGFN', en: 'PGFN' },
  ceis: { pt: 'CEIS', en: 'CEIS' },
  cnep: { pt: 'CNEP', en: 'CNEP' },
  cepim: { pt: 'CEPIM', en: 'CEPIM' },
}

/** A set of public data as its publisher calls it. */
export const dataSetName = (code: string, language: Language): string =>
  Object.hasOwn(dataSets, code) ? (dataSets[code] as Text)[language] : code.toUpperCase()

/** Why a row was put aside, or a field of it repaired or left out. */
const reasons: Readonly<Record<string, Text>> = {
  amount_invalid: { pt: 'valor ilegível', en: 'amount not readable' },
  amount_missing: { pt: 'sem valor', en: 'no amount' },
  area_code_invalid: { pt: 'DDD ilegível', en: 'area code not readable' },
  blank_line: { pt: 'linha em branco', en: 'blank line' },
  capital_invalid: { pt: 'capital ilegível', en: 'capital not readable' },
  capital_placeholder: { pt: 'capital só de noves', en: 'capital of nines alone' },
  check_digits: { pt: 'CNPJ com dígito errado', en: 'CNPJ with a wrong check digit' },
  cnae_invalid: { pt: 'atividade ilegível', en: 'activity not readable' },
  cnae_unknown: { pt: 'atividade fora da tabela', en: 'activity not in its table' },
  cnpj_invalid: { pt: 'CNPJ inválido', en: 'CNPJ not valid' },
  code_invalid: { pt: 'código ilegível', en: 'code not readable' },
  columns: { pt: 'colunas demais ou de menos', en: 'too many or too few columns' },
  country_unknown: { pt: 'país fora da tabela', en: 'country not in its table' },
  cpf_masked: { pt: 'CPF mascarado em um texto', en: 'CPF masked in a text' },
  date_impossible: { pt: 'data impossível', en: 'impossible date' },
  debtor_type_unknown: { pt: 'tipo de devedor desconhecido', en: 'unknown kind of debtor' },
  fine_invalid: { pt: 'multa ilegível', en: 'fine not readable' },
  in_court_unknown: { pt: 'ajuizamento desconhecido', en: 'unknown whether in court' },
  inscription_invalid: { pt: 'inscrição inválida', en: 'registration number not valid' },
  left_out_person: { pt: 'pessoa física, deixada fora', en: 'a person, left out' },
  line_break: { pt: 'quebra de linha em um texto', en: 'line break in a text' },
  municipality_unknown: { pt: 'município fora da tabela', en: 'municipality not in its table' },
  nature_unknown: { pt: 'natureza fora da tabela', en: 'nature not in its table' },
  nul_byte: { pt: 'caractere nulo em um texto', en: 'null character in a text' },
  office_invalid: { pt: 'matriz ou filial ilegível', en: 'head office or branch not readable' },
  option_invalid: { pt: 'opção ilegível', en: 'option not readable' },
  order_invalid: { pt: 'número da filial inválido', en: 'number of the branch not valid' },
  partner_document_invalid: { pt: 'documento de sócio ilegível', en: 'document of a partner not readable' },
  partner_document_placeholder: {
    pt: 'documento de sócio só de zeros',
    en: 'document of a partner of zeros',
  },
  partner_kind_invalid: { pt: 'tipo de sócio ilegível', en: 'kind of partner not readable' },
  phone_invalid: { pt: 'telefone ilegível', en: 'phone not readable' },
  qualification_unknown: { pt: 'qualificação fora da tabela', en: 'qualification not in its table' },
  quote_stray: { pt: 'aspas no meio de um texto', en: 'quotation mark inside a text' },
  quote_unclosed: { pt: 'aspas que não fecham', en: 'quotation mark that does not close' },
  reason_unknown: { pt: 'motivo fora da tabela', en: 'reason not in its table' },
  representative_placeholder: {
    pt: 'documento de representante só de zeros',
    en: 'document of a representative of zeros',
  },
  root_invalid: { pt: 'raiz do CNPJ inválida', en: 'root of the CNPJ not valid' },
  root_with_letters: { pt: 'CNPJ com letras', en: 'CNPJ with letters' },
  situation_unknown: { pt: 'situação desconhecida', en: 'unknown situation' },
  size_unknown: { pt: 'porte fora da tabela', en: 'size not in its table' },
  state_abroad: { pt: 'estado no exterior', en: 'state abroad' },
  state_invalid: { pt: 'estado ilegível', en: 'state not readable' },
  status_unknown: { pt: 'situação fora da tabela', en: 'status not in its table' },
  text_shortened: { pt: 'texto cortado', en: 'text cut short' },
  zip_code_7_digits: { pt: 'CEP sem o zero inicial', en: 'CEP without its leading zero' },
  zip_code_invalid: { pt: 'CEP ilegível', en: 'CEP not readable' },
}

/** What has no words of its own; the file of rows put aside has its code. */
const byEnding: readonly (readonly [ending: string, text: Text])[] = [
  ['_invalid', { pt: 'outro campo ilegível', en: 'another field not readable' }],
  ['_unknown', { pt: 'outro código fora da tabela', en: 'another code not in its table' }],
  ['', { pt: 'outro motivo', en: 'another reason' }],
]

export function dataReasonText(reason: string, language: Language): string {
  if (Object.hasOwn(reasons, reason)) return (reasons[reason] as Text)[language]
  return byEnding.find(([ending]) => reason.endsWith(ending))?.[1][language] ?? ''
}
