import { useQuery } from '@tanstack/react-query'
import BellPlus from 'lucide-react/icons/bell-plus'
import BellRing from 'lucide-react/icons/bell-ring'
import { useState } from 'react'
import { watchedName } from '../alerts/alert-names.ts'
import { AddWatch, EditWatch } from '../alerts/watched/watch-dialog.tsx'
import { WatchedDialog } from '../alerts/watched/watched-dialog.tsx'
import { Tip } from '../parts/tip.tsx'
import { useSay } from '../shell/language.tsx'
import { useSession } from '../shell/session/session.ts'
import { watchedWords } from '../words/creditor/watched.ts'

/** Watches whom the report is about; where that is done already it says so, and leads to what is told and where. */
export function WatchAct({ document }: { readonly document: string }) {
  const say = useSay(watchedWords)
  const { lastro } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  // The document goes in a header; that nobody knows is no reason not to offer it.
  const { data: watch } = useQuery({
    queryKey: [...watchedName, 'of', document],
    queryFn: async () =>
      (await lastro.alerts.documents.page({ documento: document, limit: 1 })).items[0] ?? null,
  })
  const close = () => setIsOpen(false)
  const isWatched = watch?.active === true
  const Icon = isWatched ? BellRing : BellPlus
  const word = say(isWatched ? 'watched' : 'watch')
  return (
    <>
      <Tip text={word}>
        <button type="button" onClick={() => setIsOpen(true)}>
          <Icon className="icon" aria-hidden="true" />
          <span className="unseen-narrow">{word}</span>
        </button>
      </Tip>
      {isOpen && isWatched && <WatchedDialog watch={watch} onClose={close} />}
      {/* Its last day is over: it is the same registration that goes on. */}
      {isOpen && watch?.active === false && <EditWatch watch={watch} onClose={close} />}
      {/* Once it is watched, the dialog that says so takes its place. */}
      {isOpen && !watch && <AddWatch document={document} onDone={keepOpen} onClose={close} />}
    </>
  )
}

const keepOpen = () => undefined
