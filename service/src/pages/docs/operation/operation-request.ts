import type { Header, Operation } from '@lastro/contract/operation.ts'
import type { Language } from '@lastro/contract/text.ts'
import { csrfHeaderName } from '@lastro/contract/users/sessions.ts'
import { type Html, html, type Piece, prose } from '../../drawing/html.ts'
import { table } from '../../drawing/table.ts'
import { pageTexts } from '../page-texts.ts'
import { type Field, fieldsOf, type JsonSchema, valuesOf } from './schema-fields.ts'
import { fieldValues } from './schema-tree.ts'

/** What a caller sends: parameters of the address, headers with the credentials among them, and the body. */
export const operationRequest = (operation: Operation, language: Language): Html =>
  html`${parameters(operation, language)}${headers(operation, language)}${body(operation, language)}`

function parameters(operation: Operation, language: Language): Html | undefined {
  const { pathParameters = [], query = [], summary } = operation
  if (pathParameters.length + query.length === 0) return undefined
  const title = pageTexts.parameters[language]
  return html`<h3>${title}</h3>${table({
    label: `${title}: ${summary[language]}`,
    columns: [pageTexts.field[language], pageTexts.description[language]],
    rows: [
      ...pathParameters.map((one) => row({ ...optionalHeader(one, language), required: true }, language)),
      ...query.map((one) => row(optionalHeader(one, language), language)),
    ],
  })}`
}

function headers(operation: Operation, language: Language): Html {
  const title = pageTexts.headers[language]
  const sent = [
    ...credentialHeaders(operation, language),
    ...contentType(operation.request, language),
    ...operation.headers.map((header) => optionalHeader(header, language)),
  ]
  return html`<h3>${title}</h3>${table({
    label: `${title}: ${operation.summary[language]}`,
    columns: [pageTexts.header[language], pageTexts.description[language]],
    rows: sent.map((header) => row(header, language)),
  })}`
}

function body({ request, summary }: Operation, language: Language): Html | undefined {
  if (request === undefined) return undefined
  const title = (request.required ? pageTexts.body : pageTexts.bodyOptional)[language]
  return html`<h3>${title}</h3>${table({
    label: `${title}: ${summary[language]}`,
    columns: [pageTexts.field[language], pageTexts.description[language]],
    rows: flat(fieldsOf(request.schema, language)).map((field) => row(field, language)),
  })}`
}

type Sent = Pick<Field, 'name' | 'required' | 'description' | 'values'> &
  Partial<Pick<Field, 'type' | 'example'>>

function row(sent: Sent, language: Language): readonly Piece[] {
  const required = sent.required ? html`<b class="mark">${pageTexts.required[language]}</b>` : undefined
  return [
    html`<code>${sent.name}</code> <span class="meta">${sent.type} ${required}</span>`,
    html`${prose(sent.description ?? '')} ${fieldValues(sent, language)}`,
  ]
}

function credentialHeaders({ credentials, method }: Operation, language: Language): readonly Sent[] {
  const bearer = pageTexts.bearerHeader[language]
  const key = pageTexts.keyHeader[language]
  const basic = pageTexts.basicHeader[language]
  const csrf: Sent = {
    name: csrfHeaderName,
    required: true,
    description: pageTexts.csrfHeader[language],
    values: [],
  }
  switch (credentials) {
    case 'query':
      return [
        { name: 'Authorization', required: true, description: bearer, values: [] },
        { name: 'x-api-key', required: true, description: key, values: [] },
      ]
    case 'client':
      return [{ name: 'Authorization', required: false, description: basic, values: [] }]
    case 'session':
    case 'operator':
      return [
        { name: 'Cookie', required: true, description: pageTexts.cookieHeader[language], values: [] },
        ...(method === 'GET' ? [] : [csrf]),
      ]
    case 'noticeReports':
      return [
        {
          name: 'Authorization',
          required: true,
          description: pageTexts.credentialsNoticeReports[language],
          values: [],
        },
      ]
    case 'none':
      return []
  }
}

function contentType(request: Operation['request'], language: Language): readonly Sent[] {
  if (request === undefined) return []
  const { required, mediaTypes: values } = request
  return [{ name: 'Content-Type', required, description: pageTexts.contentTypeHeader[language], values }]
}

const optionalHeader = ({ name, text, schema }: Header, language: Language): Sent => ({
  name,
  required: false,
  description: text[language],
  values: valuesOf(schema as JsonSchema),
})

/** Fields inside fields get their whole path for a name, as a table has no depth. */
const flat = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [
    field,
    ...flat(field.fields.map((inner) => ({ ...inner, name: `${field.name}.${inner.name}` }))),
  ])
