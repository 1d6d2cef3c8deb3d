import { dateText } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { Tip } from '../../parts/tip.tsx'
import { shellWords } from '../../words/shell/shell.ts'
import { useSay } from '../language.tsx'
import { useLoaded } from '../page/use-loaded.ts'
import { useSession } from './session.ts'

const loadDialog = async () => (await import('../../sandbox/sandbox-dialog.tsx')).SandboxDialog

/** What the sandbox's clock is known by, so that whoever moves it has it read anew. */
export const sandboxClockName = ['sandbox clock']

/** On every page of a sandbox: that it is one, which day it is there, and the way to its clock and its test documents. */
export function SandboxClock() {
  const say = useSay(shellWords)
  const { lastro } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery({ queryKey: sandboxClockName, queryFn: () => lastro.sandbox.clock() })
  return (
    <>
      <Tip text={say('sandboxClock')}>
        <button type="button" className="sandbox-clock" onClick={() => setIsOpen(true)}>
          <Clock className="icon" aria-hidden="true" />
          <span>
            <strong>{say('sandbox')}</strong>
            {data !== undefined && <small className="number">{dateText(data.now.slice(0, 10))}</small>}
          </span>
        </button>
      </Tip>
      {isOpen && <LoadedDialog now={data?.now} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type LoadedDialogProps = { readonly now: string | undefined; readonly onClose: () => void }

function LoadedDialog(props: LoadedDialogProps) {
  const SandboxDialog = useLoaded(loadDialog)
  return SandboxDialog === undefined ? null : <SandboxDialog {...props} />
}
