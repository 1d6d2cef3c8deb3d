import { useState } from 'react'
import { useSay } from '../shell/language.tsx'
import { shellWords } from '../words/shell.ts'

/** How long it says that it has copied. */
const saidMs = 2_000

/** Puts a text on the clipboard. Browsers give it only to pages from https or from this machine. */
export function CopyButton({ text }: { readonly text: string }) {
  const say = useSay(shellWords)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), saidMs)
  }
  if (!('clipboard' in navigator)) return null
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{say(isCopied ? 'copied' : 'copy')}</span>
    </button>
  )
}
