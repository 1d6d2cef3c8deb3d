import { newKey } from '@lastro/client/transport/connection.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { products } from '@lastro/contract/reports/products.ts'
import type { Command } from 'commander'
import { environmentOption } from '../options.ts'
import { config, say } from '../terminal.ts'
import { askOverHttp } from './ask-over-http.ts'
import { connectionTo } from './connection-to.ts'

export function mcpCommand(program: Command): void {
  program
    .command('mcp')
    .description(
      say({
        pt: 'Deixa um modelo de linguagem perguntar ao serviço: fala MCP na entrada e na saída padrão',
        en: 'Let a language model ask the service: speaks MCP on standard input and output',
      }),
    )
    // Nothing is billed in the sandbox: whoever wants production says so.
    .addOption(environmentOption().default('sandbox'))
    .action(mcp)
}

/** Only messages of the protocol go to standard output; what a person should read goes to standard error. */
async function mcp({ env }: { readonly env: Environment }): Promise<void> {
  const ask = askOverHttp(connectionTo(env))
  const { language } = config
  const [{ mcpServer }, { serveStdio }] = await Promise.all([
    import('@lastro/service/features/mcp/mcp-server.ts'),
    import('@lastro/service/features/mcp/serve-stdio.ts'),
  ])
  serveStdio(() => mcpServer({ ask, products, language, newKey }))
}
