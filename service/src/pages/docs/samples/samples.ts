import type { SampleCall } from './sample-call.ts'

/** A call in the languages that integrators write; each text can be run as it is, once the capitals are filled in. */
export const samples: readonly Sample[] = [
  { name: 'curl', write: curl },
  { name: 'JavaScript', write: javaScript },
  { name: 'Python', write: python },
  { name: 'Java', write: java },
  { name: 'C#', write: cSharp },
  { name: 'PHP', write: php },
  { name: 'Go', write: go },
]

export type Sample = { readonly name: string; readonly write: (call: SampleCall) => string }

/** A JSON string is a string of JavaScript, Python, Java, C# and Go too. */
const quoted = (text: string): string => JSON.stringify(text)

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

export function curl({ method, url, headers, body }: SampleCall): string {
  const isGuessed = method === 'GET' || (method === 'POST' && body !== undefined)
  return [
    `curl ${isGuessed ? '' : `-X ${method} `}${url}`,
    ...headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${shellQuoted(body)}`]),
  ].join(' \\\n  ')
}

function javaScript({ method, url, headers, body }: SampleCall): string {
  const lines = headers.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`)
  return [
    `const answer = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines, '  },']),
    ...(body === undefined ? [] : [`  body: ${quoted(body)},`]),
    '})',
    'console.log(answer.status, await answer.text())',
  ].join('\n')
}

function python({ method, url, headers, body }: SampleCall): string {
  const lines = headers.map(([name, value]) => `        ${quoted(name)}: ${quoted(value)},`)
  return [
    'from urllib import error, request',
    '',
    'call = request.Request(',
    `    ${quoted(url)},`,
    `    method=${quoted(method)},`,
    ...(lines.length === 0 ? [] : ['    headers={', ...lines, '    },']),
    ...(body === undefined ? [] : [`    data=${quoted(body)}.encode(),`]),
    ')',
    'try:',
    '    answer = request.urlopen(call)',
    'except error.HTTPError as refused:',
    '    answer = refused',
    'print(answer.status, answer.read().decode())',
  ].join('\n')
}

function java({ method, url, headers, body }: SampleCall): string {
  const publisher =
    body === undefined ? 'BodyPublishers.noBody()' : `BodyPublishers.ofString(${quoted(body)})`
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpRequest.BodyPublishers;',
    'import java.net.http.HttpResponse.BodyHandlers;',
    '',
    'class Sample {',
    '  public static void main(String[] args) throws Exception {',
    `    var request = HttpRequest.newBuilder(URI.create(${quoted(url)}))`,
    ...headers.map(([name, value]) => `        .header(${quoted(name)}, ${quoted(value)})`),
    `        .method(${quoted(method)}, ${publisher})`,
    '        .build();',
    '    var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    '    System.out.println(answer.statusCode() + " " + answer.body());',
    '  }',
    '}',
  ].join('\n')
}

function cSharp({ method, url, headers, body }: SampleCall): string {
  const mediaType = headers.find(([name]) => name === 'Content-Type')?.[1] ?? 'text/plain'
  const own = headers.filter(([name]) => name !== 'Content-Type')
  return [
    ...(body === undefined ? [] : ['using System.Text;', '']),
    'using var http = new HttpClient();',
    `using var request = new HttpRequestMessage(new HttpMethod(${quoted(method)}), ${quoted(url)});`,
    ...own.map(
      ([name, value]) => `request.Headers.TryAddWithoutValidation(${quoted(name)}, ${quoted(value)});`,
    ),
    ...(body === undefined
      ? []
      : [`request.Content = new StringContent(${quoted(body)}, Encoding.UTF8, ${quoted(mediaType)});`]),
    'using var answer = await http.SendAsync(request);',
    'Console.WriteLine($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");',
  ].join('\n')
}

const phpQuoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function php({ method, url, headers, body }: SampleCall): string {
  const lines = headers.map(([name, value]) => `        ${phpQuoted(`${name}: ${value}`)},`)
  return [
    '<?php',
    `$call = curl_init(${phpQuoted(url)});`,
    'curl_setopt_array($call, [',
    `    CURLOPT_CUSTOMREQUEST => ${phpQuoted(method)},`,
    ...(lines.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...lines, '    ],']),
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${phpQuoted(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($call);',
    "echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;",
  ].join('\n')
}

function go({ method, url, headers, body }: SampleCall): string {
  const reader = body === undefined ? 'nil' : `strings.NewReader(${quoted(body)})`
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(body === undefined ? [] : ['\t"strings"']),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${reader})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...headers.map(([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`),
    '\tanswer, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer answer.Body.Close()',
    '\tbody, _ := io.ReadAll(answer.Body)',
    '\tfmt.Println(answer.StatusCode, string(body))',
    '}',
  ].join('\n')
}
