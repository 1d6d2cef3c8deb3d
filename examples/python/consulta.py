"""Token, two reports, a debt, a problem and a webhook's signature, with the client that openapi-generator makes."""

import base64
import hashlib
import hmac
import os
import uuid

import lastro
from lastro.models.listing_request import ListingRequest
from lastro.models.query_request import QueryRequest

URL = os.environ.get("LASTRO_URL", "http://127.0.0.1:8080")

configuration = lastro.Configuration(
    host=f"{URL}/sandbox",
    username=os.environ["LASTRO_CLIENT_ID"],
    password=os.environ["LASTRO_CLIENT_SECRET"],
    api_key={"apiKey": os.environ["LASTRO_API_KEY"]},
)


def signature_of(secret: str, message_id: str, timestamp: str, body: str) -> str:
    """How a webhook is signed: compare this with what stands after "v1," in the header webhook-signature."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.{body}".encode()
    return base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


with lastro.ApiClient(configuration) as api:
    token = lastro.CredenciaisApi(api).token(grant_type="client_credentials")
    configuration.access_token = token.access_token
    print("token:", token.token_type)

    reports = lastro.RelatoriosApi(api)
    person = reports.relatorio_basico_consulta(QueryRequest(documento="123.456.789-09"))
    print("person:", person.result.report.registration.consumer_name)
    company = reports.relato_consulta(QueryRequest(documento="99999001000159"))
    print("company:", company.result.document)

    debts = lastro.NegativacaoApi(api)
    inserted = debts.dividas_inclui(
        ListingRequest.from_dict(
            {
                "documento": "52998224725",
                "name": "ANA CLARA DE EXEMPLO",
                "amount": "1520.33",
                "dueDate": "2026-03-10",
                "legalNatureId": "CP",
                "contractId": f"PY-{uuid.uuid4().hex[:12]}",
                "birthDate": "1980-05-20",
                "address": {
                    "addressLine": "RUA A",
                    "district": "CENTRO",
                    "city": "SAO PAULO",
                    "state": "SP",
                    "zipCode": "01001000",
                },
                "contact": {"email": "ana@exemplo.com.br"},
            }
        )
    )
    read = debts.dividas_situacao(inserted.result.id)
    print("debt:", read.result.state)

    try:
        reports.relatorio_basico_consulta(QueryRequest(documento="11111111111"))
    except lastro.ApiException as refused:
        problem = lastro.Problem.from_json(refused.body)
        print("problem:", refused.status, problem.code)

if "LASTRO_WEBHOOK_SECRET" in os.environ:
    received = {name: os.environ[f"LASTRO_WEBHOOK_{name}"] for name in ("SECRET", "ID", "TIMESTAMP", "BODY", "SIGNATURE")}
    expected = signature_of(received["SECRET"], received["ID"], received["TIMESTAMP"], received["BODY"])
    print("signature:", "valid" if f"v1,{expected}" in received["SIGNATURE"].split(" ") else "forged")
