import type { Language, Text } from '@lastro/contract/text.ts'
import type { Reply } from '../../http/reply.ts'
import { htmlContent, htmlLanguage } from '../drawing/page.ts'
import { consoleHeaders } from './console-headers.ts'

/** As long as a build takes. */
const retryAfterSeconds = 3

/** What `/console` says until it has been built. It asks again by itself. */
export const buildingPage = (language: Language): Reply => ({
  status: 503,
  contentType: htmlContent,
  body: page(language),
  headers: { ...consoleHeaders, 'Retry-After': String(retryAfterSeconds), 'Content-Language': language },
})

const page = (language: Language): string => `<!doctype html>
<html lang="${htmlLanguage[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>Lastro</title>
</head>
<body>
<main>
<h1>${texts.title[language]}</h1>
<p>${texts.wait[language]}</p>
<p>${texts.otherwise[language]} <code>npm run console</code></p>
</main>
</body>
</html>
`

const texts = {
  title: { pt: 'O console está sendo montado', en: 'The console is being built' },
  wait: {
    pt: 'Leva alguns segundos, e esta página se abre sozinha. As operações do serviço já respondem.',
    en: 'It takes a few seconds, and this page opens by itself. The operations of the service answer already.',
  },
  otherwise: {
    pt: 'Se ela continuar aqui por mais de um minuto, execute na pasta do projeto:',
    en: 'Should it stay here for more than a minute, run in the folder of the project:',
  },
} as const satisfies Record<string, Text>
