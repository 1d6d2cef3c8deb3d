import { useState } from 'react'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { Option } from '../parts/option.tsx'
import { useOptionKeys } from '../parts/use-option-keys.ts'
import { useSay } from '../shell/language.tsx'
import { findWords } from '../words/shell/find.ts'
import { type Found, type FoundGroup, useFound } from './use-found.ts'

/** Finds anything by typing: a field, what fits it below, arrows and Enter. */
export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay(findWords)
  const [typed, setTyped] = useState('')
  const { groups, isAsking } = useFound(typed)
  const all = groups.flatMap(({ found }) => found)
  const open = (one: Found) => {
    onClose()
    one.open()
  }
  const { listId, optionId, marked, onKey, restart } = useOptionKeys(all, open)
  return (
    <Dialog title={say('title')} onClose={onClose}>
      <div className="finder">
        <input
          type="text"
          role="combobox"
          aria-label={say('what')}
          placeholder={say('what')}
          aria-expanded={all.length > 0}
          aria-controls={listId}
          aria-activedescendant={marked && optionId(marked)}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            restart()
          }}
          onKeyDown={onKey}
        />
        <p className="muted small" role="status">
          {isAsking ? say('searching') : all.length === 0 ? say('none') : say('help')}
        </p>
        <div id={listId} role="listbox" aria-label={say('title')} className="found-list" tabIndex={-1}>
          {groups.map((group) => (
            <Group key={group.name} group={group} marked={marked} optionId={optionId} onOpen={open} />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

type GroupProps = {
  readonly group: FoundGroup
  readonly marked: Found | undefined
  readonly optionId: (one: Found) => string
  readonly onOpen: (one: Found) => void
}

const Group = ({ group: { name, found }, marked, optionId, onOpen }: GroupProps) => {
  const say = useSay(findWords)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options.
    <div role="group" aria-label={say(name)}>
      <p aria-hidden="true">{say(name)}</p>
      {found.map((one) => (
        <Option key={one.key} id={optionId(one)} isMarked={one === marked} onTake={() => onOpen(one)}>
          <span>{one.label}</span>
          {one.detail !== undefined && <small>{one.detail}</small>}
        </Option>
      ))}
    </div>
  )
}
