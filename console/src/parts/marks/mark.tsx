import type { ReactNode } from 'react'
import { type Tone, ToneIcon } from './tone-icon.tsx'

/** A state in a word or two. Its colour and its shape say nothing that the word does not. */
export const Mark = ({ tone, children }: { readonly tone: Tone | 'quiet'; readonly children: ReactNode }) => (
  <span className={`mark ${tone}`}>
    {tone !== 'quiet' && <ToneIcon tone={tone} />}
    {children}
  </span>
)
