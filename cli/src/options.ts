import { Option } from 'commander'
import { say } from './terminal.ts'

/** Every command that has something to say takes it. */
export const jsonOption = [
  '--json',
  say({ pt: 'Imprime JSON, para programas', en: 'Print JSON, for programs' }),
] as const

export const environmentOption = (): Option =>
  new Option('--env <environment>', say({ pt: 'O ambiente', en: 'The environment' })).choices([
    'sandbox',
    'production',
  ])

/** Of a command that lists: how many at most. */
export const limitOption = ['--limit <number>', say({ pt: 'Quantas', en: 'How many' }), '50'] as const
