{ Token, a report and a problem, by hand, for Delphi 10.4 and newer (System.Net.HttpClient). It was written from the
  contract and has not been run: there is no Delphi where the other examples are tried. }
program Consulta;

{$APPTYPE CONSOLE}

uses
  System.SysUtils, System.Classes, System.JSON, System.NetEncoding, System.Net.HttpClient, System.Net.URLClient;

function Setting(const Name, Otherwise: string): string;
begin
  Result := GetEnvironmentVariable(Name);
  if Result = '' then Result := Otherwise;
end;

var
  Url, Token: string;
  Http: THTTPClient;
  Answer: IHTTPResponse;
  Body: TStringStream;
  Json: TJSONObject;

procedure Ask(const Documento: string);
begin
  Body := TStringStream.Create(Format('{"documento":"%s"}', [Documento]), TEncoding.UTF8);
  try
    Answer := Http.Post(Url + '/relatorioBasico/v2/consulta', Body, nil, [
      TNameValuePair.Create('Authorization', 'Bearer ' + Token),
      TNameValuePair.Create('x-api-key', Setting('LASTRO_API_KEY', '')),
      TNameValuePair.Create('Content-Type', 'application/json')]);
  finally
    Body.Free;
  end;
  Json := TJSONObject.ParseJSONValue(Answer.ContentAsString(TEncoding.UTF8)) as TJSONObject;
  try
    if Answer.StatusCode < 300 then
      Writeln('person: ', Json.GetValue<string>('result.report.registration.consumerName'))
    else
      { Every failure has a stable code, and a detail that says what to change. }
      Writeln('problem: ', Answer.StatusCode, ' ', Json.GetValue<string>('code'));
  finally
    Json.Free;
  end;
end;

begin
  Url := Setting('LASTRO_URL', 'http://127.0.0.1:8080') + '/sandbox';
  Http := THTTPClient.Create;
  try
    Body := TStringStream.Create('grant_type=client_credentials');
    try
      Answer := Http.Post(Url + '/oauth/token', Body, nil, [
        TNameValuePair.Create('Authorization', 'Basic ' + TNetEncoding.Base64String.Encode(
          Setting('LASTRO_CLIENT_ID', '') + ':' + Setting('LASTRO_CLIENT_SECRET', ''))),
        TNameValuePair.Create('Content-Type', 'application/x-www-form-urlencoded')]);
    finally
      Body.Free;
    end;
    Json := TJSONObject.ParseJSONValue(Answer.ContentAsString) as TJSONObject;
    try
      Token := Json.GetValue<string>('access_token');
      Writeln('token: ', Json.GetValue<string>('token_type'));
    finally
      Json.Free;
    end;
    Ask('123.456.789-09');
    Ask('11111111111');
  finally
    Http.Free;
  end;
end.
