/** How a client of a language is generated, compiled and used. Commands run in the directory of the client. */
export type ClientLanguage = {
  readonly name: string
  readonly generator: string
  readonly options?: readonly string[]
  /** Must be on the machine to compile it. */
  readonly tools: readonly string[]
  readonly example: string
  readonly compile: readonly string[]
  readonly run: string
}

/** The example lies in the directory of the client, under its own name. */
export const languages: readonly ClientLanguage[] = [
  {
    name: 'Python',
    generator: 'python',
    options: ['--additional-properties=packageName=lastro'],
    tools: ['python3'],
    example: 'python/consulta.py',
    compile: [
      'python3 -m venv .venv',
      '.venv/bin/pip install --quiet -r requirements.txt',
      '.venv/bin/python -m compileall -q lastro',
    ],
    run: '.venv/bin/python consulta.py',
  },
  {
    name: 'Java',
    generator: 'java',
    options: [
      '--library=native',
      '--additional-properties=invokerPackage=br.lastro,apiPackage=br.lastro.api,modelPackage=br.lastro.model,useJakartaEe=true',
    ],
    tools: ['javac', 'mvn'],
    example: 'java/Consulta.java',
    compile: [
      'mvn -q -B -Dmaven.test.skip=true compile dependency:build-classpath -Dmdep.outputFile=classpath',
      'javac -cp "target/classes:$(cat classpath)" -d . Consulta.java',
    ],
    run: 'java -cp ".:target/classes:$(cat classpath)" Consulta',
  },
  {
    name: 'Go',
    generator: 'go',
    options: ['--additional-properties=packageName=client,withGoMod=false'],
    tools: ['go'],
    example: 'go/main.go',
    compile: [
      'mkdir -p program && mv main.go program/ && rm -rf test',
      'go mod init lastro.example/client && go mod tidy',
      'go build -o consulta ./program',
    ],
    run: './consulta',
  },
  {
    name: 'C#',
    generator: 'csharp',
    options: ['--additional-properties=packageName=Lastro'],
    tools: ['dotnet'],
    example: 'csharp/Program.cs',
    compile: [
      'dotnet new console --output program --force && cp Program.cs program/',
      'dotnet add program reference src/Lastro/Lastro.csproj',
      'dotnet build program --nologo --verbosity quiet',
    ],
    run: 'dotnet run --no-build --project program',
  },
  {
    name: 'PHP',
    generator: 'php',
    options: ['--additional-properties=invokerPackage=Lastro'],
    tools: ['php', 'composer'],
    example: 'php/consulta.php',
    compile: ['composer install --quiet --no-dev'],
    run: 'php consulta.php',
  },
]
