#include "../CLoading/functions.h"
#include <postgresql/libpq-fe.h>

// Loaded when a ledger on a server is opened: with OpenSSL, LDAP and Kerberos it is eleven libraries, and a folder has no use for them.
#define CLIBPQ_FUNCTIONS(FUNCTION) \
    FUNCTION(PQclear) \
    FUNCTION(PQcmdStatus) \
    FUNCTION(PQcmdTuples) \
    FUNCTION(PQconnectdbParams) \
    FUNCTION(PQconninfo) \
    FUNCTION(PQconninfoFree) \
    FUNCTION(PQconsumeInput) \
    FUNCTION(PQenterPipelineMode) \
    FUNCTION(PQerrorMessage) \
    FUNCTION(PQexitPipelineMode) \
    FUNCTION(PQfinish) \
    FUNCTION(PQflush) \
    FUNCTION(PQgetResult) \
    FUNCTION(PQgetisnull) \
    FUNCTION(PQgetlength) \
    FUNCTION(PQgetvalue) \
    FUNCTION(PQhost) \
    FUNCTION(PQhostaddr) \
    FUNCTION(PQisBusy) \
    FUNCTION(PQnfields) \
    FUNCTION(PQntuples) \
    FUNCTION(PQparameterStatus) \
    FUNCTION(PQpipelineSync) \
    FUNCTION(PQreset) \
    FUNCTION(PQresultErrorField) \
    FUNCTION(PQresultErrorMessage) \
    FUNCTION(PQresultStatus) \
    FUNCTION(PQsendQuery) \
    FUNCTION(PQsendQueryParams) \
    FUNCTION(PQserverVersion) \
    FUNCTION(PQsetErrorVerbosity) \
    FUNCTION(PQsetNoticeReceiver) \
    FUNCTION(PQsetnonblocking) \
    FUNCTION(PQsocket) \
    FUNCTION(PQstatus) \
    FUNCTION(PQtransactionStatus)

LOADED_LIBRARY(CLibPQFunctions, clibpq_load, "libpq.so.5", CLIBPQ_FUNCTIONS)
