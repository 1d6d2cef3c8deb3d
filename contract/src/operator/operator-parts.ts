import { Type } from 'typebox'
import { described } from '../leaves.ts'
import type { Header } from '../operation.ts'
import { parameter } from '../parameters.ts'
import type { Text } from '../text.ts'

/** Below it are the operations of the person who runs the service; the environment is a parameter. */
export const operatorPath = '/operador/v2'

export const environmentNames = ['production', 'sandbox'] as const

export const environment = Type.Enum([...environmentNames], {
  ...described({ pt: 'O ambiente.', en: 'The environment.' }),
})

/** An id of ours in a body: letters, digits, and what joins them. */
export const idText = (lengthMax: number, of: Text) =>
  Type.String({ minLength: 1, maxLength: lengthMax, pattern: '^[\\w.-]*$', ...described(of) })

export const cursor = Type.Optional(
  Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' })),
)

/** How many a page of the operator's lists holds unless asked, and at most. */
export const operatorPageDefault = 50
export const operatorPageMax = 200

export const environmentParameter: Header = {
  name: 'environment',
  text: { pt: 'O ambiente; production quando ausente.', en: 'The environment; production when absent.' },
  schema: Type.Enum([...environmentNames]),
}

export const clientParameter: Header = {
  name: 'clientId',
  text: { pt: 'Só deste cliente.', en: 'Of this client only.' },
  schema: parameter.text(),
}
