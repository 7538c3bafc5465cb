// Prints what the compiler's index knows of the project's Swift files, a line for each occurrence of a symbol:
//   file TAB line TAB roles (hexadecimal) TAB kind TAB USR TAB name TAB whether it overrides or fulfils another declaration (0 or 1)
//   TAB the USR of the type or extension that it is a member of, or of the extension that names it; nothing elsewhere
// Usage: index STORE ROOT. The format is that of libIndexStore (indexstore/indexstore.h, which comes with the compiler).
#include <indexstore/indexstore.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static indexstore_t store;
static const char *root;
static char file[PATH_MAX];

static void print(indexstore_string_ref_t text) { fwrite(text.data, 1, text.length, stdout); }

static bool fulfils(void *context, indexstore_symbol_relation_t relation) {
    if (indexstore_symbol_relation_get_roles(relation) & INDEXSTORE_SYMBOL_ROLE_REL_OVERRIDEOF) *(int *)context = 1;
    return true;
}

static bool belongs(void *context, indexstore_symbol_relation_t relation) {
    uint64_t roles = indexstore_symbol_relation_get_roles(relation);
    if (!(roles & (INDEXSTORE_SYMBOL_ROLE_REL_CHILDOF | INDEXSTORE_SYMBOL_ROLE_REL_EXTENDEDBY))) return true;
    print(indexstore_symbol_get_usr(indexstore_symbol_relation_get_symbol(relation)));
    return false;
}

static bool occurrence(void *context, indexstore_occurrence_t found) {
    unsigned line, column;
    int is_witness = 0;
    indexstore_symbol_t symbol = indexstore_occurrence_get_symbol(found);
    indexstore_occurrence_get_line_col(found, &line, &column);
    indexstore_occurrence_relations_apply_f(found, &is_witness, fulfils);
    printf("%s\t%u\t%llx\t%d\t", file, line, (unsigned long long)indexstore_occurrence_get_roles(found),
        (int)indexstore_symbol_get_kind(symbol));
    print(indexstore_symbol_get_usr(symbol));
    putchar('\t');
    print(indexstore_symbol_get_name(symbol));
    printf("\t%d\t", is_witness);
    indexstore_occurrence_relations_apply_f(found, NULL, belongs);
    putchar('\n');
    return true;
}

static bool dependency(void *context, indexstore_unit_dependency_t found) {
    if (indexstore_unit_dependency_get_kind(found) != INDEXSTORE_UNIT_DEPENDENCY_RECORD) return true;
    indexstore_string_ref_t path = indexstore_unit_dependency_get_filepath(found);
    indexstore_string_ref_t name = indexstore_unit_dependency_get_name(found);
    size_t above = strlen(root);
    char record[PATH_MAX];
    if (path.length <= above || path.length - above >= sizeof file || name.length >= sizeof record) return true;
    if (memcmp(path.data, root, above) || memcmp(path.data + path.length - 6, ".swift", 6)) return true;
    snprintf(file, sizeof file, "%.*s", (int)(path.length - above), path.data + above);
    snprintf(record, sizeof record, "%.*s", (int)name.length, name.data);
    indexstore_error_t error = NULL;
    indexstore_record_reader_t reader = indexstore_record_reader_create(store, record, &error);
    if (!reader) return true;
    indexstore_record_reader_occurrences_apply_f(reader, NULL, occurrence);
    indexstore_record_reader_dispose(reader);
    return true;
}

static bool unit(void *context, indexstore_string_ref_t name) {
    char unit[PATH_MAX];
    snprintf(unit, sizeof unit, "%.*s", (int)name.length, name.data);
    indexstore_error_t error = NULL;
    indexstore_unit_reader_t reader = indexstore_unit_reader_create(store, unit, &error);
    if (!reader) return true;
    indexstore_unit_reader_dependencies_apply_f(reader, NULL, dependency);
    indexstore_unit_reader_dispose(reader);
    return true;
}

int main(int count, char **arguments) {
    indexstore_error_t error = NULL;
    if (count != 3) return 2;
    root = arguments[2];
    store = indexstore_store_create(arguments[1], &error);
    if (!store) {
        fprintf(stderr, "there is no index of the compiler at %s: build first\n", arguments[1]);
        return 1;
    }
    indexstore_store_units_apply_f(store, 0, NULL, unit);
    return 0;
}
