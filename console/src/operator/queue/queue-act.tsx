import { useState } from 'react'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { useSay } from '../../shell/language.tsx'
import { runningWords } from '../../words/operator/running.ts'
import type { QueueVerb } from '../operations.ts'
import { queueName } from '../operator-names.ts'

const words = { tentar: 'retry', abandonar: 'giveUp' } as const

type QueueActsProps = {
  readonly verbs: readonly QueueVerb[]
  /** What each does, in words. */
  readonly texts: Readonly<Record<QueueVerb, string>>
  readonly act: (verb: QueueVerb) => Promise<unknown>
}

/** Trying what waits at once, or giving it up. */
export function QueueActs({ verbs, texts, act }: QueueActsProps) {
  const say = useSay(runningWords)
  const [open, setOpen] = useState<QueueVerb>()
  const close = () => setOpen(undefined)
  return (
    <div className="acts tight">
      {verbs.map((verb) => (
        <button key={verb} type="button" className="plain" onClick={() => setOpen(verb)}>
          {say(words[verb])}
        </button>
      ))}
      {open !== undefined && (
        <ActDialog
          title={say(words[open])}
          text={texts[open]}
          button={say(words[open])}
          isDanger={open === 'abandonar'}
          act={() => act(open)}
          changes={queueName}
          onDone={close}
          onClose={close}
        />
      )}
    </div>
  )
}
