import { useState } from 'react'
import { useSay } from '../shell/language.tsx'
import { shellWords } from '../words/shell/shell.ts'

/** How long it says whether it has copied. */
const saidMs = 4_000

/** Puts a text on the clipboard. Browsers give it only to pages from https or from this machine. */
export function CopyButton({ text }: { readonly text: string }) {
  const say = useSay(shellWords)
  const [said, setSaid] = useState<'copy' | 'copied' | 'notCopied'>('copy')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('copied')
    } catch {
      setSaid('notCopied')
    }
    setTimeout(() => setSaid('copy'), saidMs)
  }
  if (!('clipboard' in navigator)) return null
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{say(said)}</span>
    </button>
  )
}
