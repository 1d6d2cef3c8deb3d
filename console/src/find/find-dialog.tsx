import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { useSay } from '../shell/language.tsx'
import { findWords } from '../words/find.ts'
import { type Found, type FoundGroup, useFound } from './use-found.ts'

/** Finds anything by typing: a field, what fits it below, arrows and Enter. */
export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay(findWords)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { groups, isAsking } = useFound(typed)
  const all = groups.flatMap(({ found }) => found)
  const chosen = all[Math.min(at, all.length - 1)]
  const open = (one: Found) => {
    onClose()
    one.open()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined)
      setAt(all.length === 0 ? 0 : (Math.min(at, all.length - 1) + step + all.length) % all.length)
    else if (chosen !== undefined) open(chosen)
  }
  const optionId = (one: Found) => `${id}-${all.indexOf(one)}`
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])
  return (
    <Dialog title={say('title')} onClose={onClose}>
      <div className="finder">
        <input
          type="text"
          role="combobox"
          aria-label={say('what')}
          placeholder={say('what')}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && optionId(chosen)}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <p className="muted small" role="status">
          {isAsking ? say('searching') : all.length === 0 ? say('none') : say('help')}
        </p>
        <div id={`${id}-list`} role="listbox" aria-label={say('title')} className="found-list" tabIndex={-1}>
          {groups.map((group) => (
            <Group key={group.name} group={group} chosen={chosen} optionId={optionId} onOpen={open} />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

type GroupProps = {
  readonly group: FoundGroup
  readonly chosen: Found | undefined
  readonly optionId: (one: Found) => string
  readonly onOpen: (one: Found) => void
}

const Group = ({ group: { name, found }, chosen, optionId, onOpen }: GroupProps) => {
  const say = useSay(findWords)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options.
    <div role="group" aria-label={say(name)}>
      <p aria-hidden="true">{say(name)}</p>
      {found.map((one) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
        <div
          key={one.key}
          id={optionId(one)}
          role="option"
          tabIndex={-1}
          aria-selected={one === chosen}
          onClick={() => onOpen(one)}
        >
          <span>{one.label}</span>
          {one.detail !== undefined && <small>{one.detail}</small>}
        </div>
      ))}
    </div>
  )
}
