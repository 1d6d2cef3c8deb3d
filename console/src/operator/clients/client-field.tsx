import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { checkDocument } from '../../parts/forms/document-check.ts'
import { TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { reviewWords } from '../../words/operator/review.ts'
import { useOperator } from '../operations.ts'
import { clientsName } from '../operator-names.ts'

type ClientFieldProps = {
  readonly environment: Environment
  /** The id of the client chosen. */
  readonly clientId: string | undefined
  readonly onChoose: (clientId: string | undefined) => void
  readonly wrong?: string | undefined
  readonly required?: boolean
}

/** A client by its name: the first that match are offered as one types. */
export function ClientField({ environment, clientId, onChoose, wrong, required }: ClientFieldProps) {
  const say = useSay(reviewWords)
  const operator = useOperator()
  const listId = useId()
  const [typed, setTyped] = useState<string>()
  const name = useDeferredValue(nameOf(typed ?? ''))
  const { data: chosen } = useQuery({
    queryKey: [...clientsName, 'one', clientId],
    queryFn: () => operator.client(clientId ?? ''),
    enabled: clientId !== undefined,
  })
  const { data: offered } = useQuery({
    queryKey: [...clientsName, 'offered', environment, name],
    queryFn: () => operator.clients({ environment, name: name || undefined, cursor: undefined }),
    // What is searched for goes in an address, where a document must not be.
    enabled: checkDocument(name).kind !== 'document',
    placeholderData: (before) => before,
  })
  const shown = typed ?? (chosen === undefined ? '' : optionOf(chosen))
  const unknown = shown !== '' && clientId === undefined ? say('clientUnknown') : undefined
  const choose = (text: string) => {
    setTyped(text)
    onChoose(idIn(text))
  }
  return (
    <>
      <TextField
        label={say('client')}
        help={say('clientHelp')}
        list={listId}
        required={required}
        autoComplete="off"
        maxLength={300}
        value={shown}
        wrong={unknown ?? wrong}
        // Without it, a search of one client would be one of all.
        unfit={unknown}
        onChange={(event) => choose(event.target.value)}
      />
      <datalist id={listId}>
        {offered?.items.map((one) => (
          <option key={one.id} value={optionOf(one)} />
        ))}
      </datalist>
    </>
  )
}

const separator = ' · '

/** Names repeat; ids do not. */
const optionOf = ({ name, id }: { readonly name: string; readonly id: string }): string =>
  `${printable(name)}${separator}${id}`

/** Of a choice that was taken, or of an id that was pasted. */
const idIn = (text: string): string | undefined => /(?:^| · )(cli_[\w-]{4,60})$/.exec(text.trim())?.[1]

const nameOf = (typed: string): string => typed.split(separator)[0]?.trim() ?? ''
