import type { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import { natures } from '@lastro/contract/listings/natures.ts'
import type { LineField } from '../../parts/lines/file/line-field.ts'
import { creditorWords } from '../../words/creditor/creditor.ts'

/** People of the debt who are not its debtor. */
const others =
  /\b(credor|cedente|empresa|avalista|fiador|conjuge|mae|pai|vendedor|usuario|loja|filial|banco)\b/

type BatchField = LineField & { readonly name: (typeof batchColumns)[number] }

/** The fields of a debt in a file, in the order in which a person looks for them. */
export const batchFields: readonly BatchField[] = [
  {
    name: 'documento',
    isRequired: true,
    names: ['cpf', 'cnpj', 'cpf cnpj', 'cnpj cpf', 'cpf ou cnpj', 'cpfcnpj', 'document', 'doc'],
    words: /\b(cpf|cnpj|cpfcnpj|documento)\b/,
    notWords: /\b(tipo|data|credor|cedente|empresa|avalista|fiador|conjuge|loja|filial|banco)\b/,
  },
  {
    name: 'name',
    isRequired: true,
    names: ['nome', 'devedor', 'cliente', 'sacado', 'razao social', 'nome razao social', 'nome completo'],
    words: /\b(nome|razao social)\b/,
    notWords: new RegExp(`${others.source}|\\b(fantasia|cidade|rua|bairro|produto|social nome)\\b`),
  },
  {
    name: 'birthDate',
    spelling: 'day',
    names: ['nascimento', 'data de nascimento', 'data nascimento', 'dt nascimento', 'dt nasc', 'data nasc'],
    words: /\b(nascimento|nasc)\b/,
    notWords: /\b(local|cidade|uf|idade)\b/,
  },
  {
    name: 'amount',
    isRequired: true,
    spelling: 'amount',
    names: ['valor', 'vlr', 'valor da divida', 'valor divida', 'valor devido', 'saldo devedor', 'divida'],
    words: /\b(valor|vlr|saldo)\b/,
    notWords: /\b(juros?|multa|pago|paga|desconto|entrada|honorarios|corrigido em)\b/,
  },
  {
    name: 'dueDate',
    isRequired: true,
    spelling: 'day',
    names: ['vencimento', 'data de vencimento', 'data vencimento', 'dt vencimento', 'dt vencto', 'vencto'],
    words: /\b(vencimento|vencto|venc)\b/,
    notWords: /\b(dias?|novo|prorrogado)\b/,
  },
  {
    name: 'contractId',
    isRequired: true,
    names: [
      'contrato',
      'numero do contrato',
      'numero contrato',
      'n contrato',
      'no contrato',
      'nr contrato',
      'titulo',
    ],
    words: /\b(contrato|titulo|duplicata|nosso numero)\b/,
    notWords: /\b(data|dt|valor|tipo|situacao|status|vencimento)\b/,
  },
  {
    name: 'legalNatureId',
    isRequired: true,
    names: ['natureza', 'codigo da natureza', 'cod natureza', 'natureza da operacao'],
    words: /\bnatureza\b/,
    constant: Object.fromEntries(
      Object.entries(natures).map(([code, label]) => [
        code,
        { pt: `${code} · ${label}`, en: `${code} · ${label}` },
      ]),
    ),
  },
  {
    name: 'section',
    names: ['secao', 'secao do relatorio'],
    constant: {
      listingP: creditorWords.listingP,
      listingR: creditorWords.listingR,
      collectionRecords: creditorWords.collectionRecords,
    },
  },
  { name: 'legalSquare', names: ['praca'], words: /\bpraca\b/, constant: 'typed' },
  {
    name: 'creditorDocument',
    names: ['credor', 'cnpj do credor', 'cnpj credor', 'cpf cnpj do credor', 'documento do credor'],
    words: /\b(cnpj|cpf|documento)\b.*\b(credor|cedente|empresa|filial|loja)\b/,
    constant: 'typed',
  },
  {
    name: 'address.addressLine',
    isRequired: true,
    names: ['endereco', 'logradouro', 'rua', 'endereco residencial', 'endereco completo'],
    words: /\b(endereco|logradouro)\b/,
    notWords: /\b(numero|tipo|complemento|bairro|cidade|uf|cep|e mail|email|eletronico)\b/,
  },
  {
    name: 'address.number',
    names: ['numero', 'num', 'nr', 'no', 'n', 'numero do endereco', 'numero endereco'],
  },
  { name: 'address.complement', names: ['complemento', 'compl'], words: /\bcomplemento\b/ },
  { name: 'address.district', isRequired: true, names: ['bairro'], words: /\bbairro\b/ },
  { name: 'address.city', isRequired: true, names: ['cidade', 'municipio'], words: /\b(cidade|municipio)\b/ },
  {
    name: 'address.state',
    isRequired: true,
    spelling: 'capitals',
    names: ['uf', 'estado', 'sigla uf'],
    words: /\buf\b/,
    notWords: /\b(rg|emissor|nascimento)\b/,
  },
  { name: 'address.zipCode', isRequired: true, spelling: 'digits', names: ['cep'], words: /\bcep\b/ },
  { name: 'contact.email', names: ['e mail', 'email', 'correio eletronico'], words: /\b(e mail|email)\b/ },
  {
    name: 'contact.phone',
    spelling: 'phone',
    names: ['telefone', 'celular', 'fone', 'tel', 'ddd telefone'],
    words: /\b(telefone|celular|fone|tel)\b/,
    notWords: /^ddd$/,
  },
]
