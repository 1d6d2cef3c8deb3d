import { type AlertEvent, alertEventNames, alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import { Argument, type Command } from 'commander'
import { documentAsked } from '../document-asked.ts'
import { jsonOption } from '../options.ts'
import { type Printing, say, tell } from '../terminal.ts'
import { asked, sandboxCaller } from './sandbox-caller.ts'

export function triggerCommand(program: Command): void {
  program
    .command('trigger')
    .description(
      say({
        pt: 'Faz acontecer um evento a um documento de teste que o seu cliente do sandbox acompanha',
        en: 'Make an event happen to a test document that your sandbox client watches',
      }),
    )
    .addArgument(
      new Argument('<event>', say({ pt: 'O evento', en: 'The event' })).choices([...alertEventNames]),
    )
    .option(
      '--document <document>',
      say({ pt: 'O documento de teste; - lê da entrada', en: 'The test document; - reads standard input' }),
      usualDocument,
    )
    .option(...jsonOption)
    .action(trigger)
}

/** One that the sandbox has something of, whatever the event. */
const usualDocument = '52998224725'

async function trigger(event: AlertEvent, options: Printing & { document: string }): Promise<void> {
  const documento = await documentAsked(options.document)
  const lastro = sandboxCaller()
  const { occurrences } = await asked(lastro.sandbox.event({ documento, event }))
  tell(
    options,
    { occurrences },
    occurrences.length > 0
      ? {
          pt: `${alertEvents[event].pt} Ocorrência: ${occurrences.map(({ id }) => id).join(', ')}`,
          en: `${alertEvents[event].en} Occurrence: ${occurrences.map(({ id }) => id).join(', ')}`,
        }
      : {
          pt: 'Aconteceu, e ninguém foi avisado: acompanhe o documento antes (POST /alertas/v2/documentos).',
          en: 'It happened, and nobody was told: watch the document first (POST /alertas/v2/documentos).',
        },
  )
}
