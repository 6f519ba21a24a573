#include <jounce/modules/tissue_bake/read_tets.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace jounce;
using namespace jounce::tissue;

namespace {

const std::string good = "MeshVersionFormatted 2\n"
                         "Dimension\n3\n"
                         "# made by hand\n"
                         "Vertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 7\n"
                         "Triangles\n1\n1 2 3 0\n"
                         "Tetrahedra\n2\n1 2 3 4 0\n2 3 4 5 0\n"
                         "End\n";

std::string refused(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    const auto read = parse_tets(text, "some.mesh");
    REQUIRE(!read);
    CHECK(read.error().message.starts_with("some.mesh"));
    return read.error().name;
}

} // namespace

TEST_CASE("tetrahedra of a Medit text are read and turned outwards", "[tissue]") {
    const auto read = parse_tets(good, "some.mesh");
    REQUIRE(read);
    REQUIRE(read->nodes.size() == 5);
    REQUIRE(read->tets.size() == 2);
    CHECK(read->nodes[4] == vec3<double>{1, 1, 1});
    for (std::size_t t = 0; t < 2; ++t) {
        CHECK(shape_of(*read, t).volume > 0);
        CHECK(read->fill[t] == 1);
    }
}

TEST_CASE("other texts are refused by name", "[tissue]") {
    CHECK(refused(good, "MeshVersionFormatted", "solid") == errors::bad_container);
    CHECK(refused(good, "Dimension\n3", "Dimension\n2") == errors::bad_container);
    CHECK(refused(good, "1 0 0 0", "1 zero 0 0") == errors::bad_number);
    CHECK(refused(good, "1 0 0 0", "nan 0 0 0") == errors::bad_number);
    CHECK(refused(good, "1 2 3 4 0", "1 2 3 9 0") == errors::bad_index);
    CHECK(refused(good, "1 2 3 4 0", "0 2 3 4 0") == errors::bad_index);
    CHECK(refused(good, "Tetrahedra\n2", "Tetrahedra\n200000") == errors::unreadable);
    CHECK(refused(good, "Vertices\n5", "Vertices\n99999999999") == errors::too_many);
    CHECK(refused(good, "Tetrahedra", "Hexahedra") == errors::bad_mesh);
    CHECK(refused(good, "Vertices", "Places") == errors::no_vertices);
    CHECK(!read_tets("no/such.mesh"));
    for (std::size_t length = 0; length < good.size(); ++length) {
        const auto cut = parse_tets(std::string_view(good).substr(0, length), "some.mesh");
        CHECK((cut || !cut.error().name.empty()));
    }
}
