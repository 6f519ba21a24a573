#include <jounce/modules/bgfx/surface_renderer.hpp>

#include <jounce/modules/bgfx/shaders.hpp>
#include <jounce/modules/bgfx/surface_textures.hpp>
#include <jounce/modules/bgfx/surface_uniforms.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace jounce::render {
namespace {

/// Layers of a material: what a draw shows of it.
constexpr std::uint32_t skin_layer = 0;
constexpr std::uint32_t hull_layer = 1;

} // namespace

class surface_renderer::implementation : public part_painter {
public:
    /// What `draw` draws.
    enum class pass_kind : std::uint8_t { solid, blended, depth };

    struct gpu_material {
        bool is_there = false;
        bool is_toon = false;
        bool has_hull = false;
        alpha_mode alpha = alpha_mode::opaque;
        bool two_sided = false;
        bool writes_depth = true;
        std::int32_t draw_offset = 0;
        surface_rows rows;
        std::array<sampled_texture, surface_map_count> maps;
        std::shared_ptr<const surface_textures>
            textures; ///< of its set, which go with the last of it

        float depth_cutoff() const {
            return alpha == alpha_mode::mask ? rows.surface[1].v[3] : 0.5F;
        }
    };

    explicit implementation(skin_renderer& skins) : skins_(skins) {}

    result<bool> create() {
        const std::pair<const char*, skin_programs*> wanted[] = {
            {"fs_surface", &surface_}, {"fs_toon", &toon_}, {"fs_surface_depth", &depth_}};
        for (const auto& [name, to] : wanted) {
            const unique_handle fragment(make_shader(name));
            if (!fragment) {
                return error{errors::no_shader,
                             std::string("no shader ") + name + " for this API in this build"};
            }
            result<skin_programs> linked = skins_.link_surface(fragment.get());
            if (!linked) {
                return linked.error();
            }
            *to = *std::move(linked);
        }
        uniforms_.create();
        return true;
    }

    result<std::vector<material_id>> add(const material_set& of, bool mipmaps) {
        const auto textures = std::make_shared<surface_textures>(of, mipmaps);
        std::vector<gpu_material> made;
        for (const material& each : of.materials) {
            gpu_material to;
            to.is_there = true;
            to.is_toon = each.toon.has_value();
            to.rows = rows_of(each);
            to.has_hull = to.rows.outline.v[1] > 0 && to.rows.outline.v[0] > 0;
            to.alpha = each.alpha;
            to.two_sided = each.two_sided;
            to.writes_depth = each.writes_depth;
            to.draw_offset = each.draw_offset;
            to.textures = textures;
            for (std::size_t m = 0; m < surface_map_count; ++m) {
                const used_map map = map_of(each, static_cast<surface_map>(m));
                if (map.use == nullptr) {
                    continue;
                }
                const result<sampled_texture> texture = textures->get(*map.use, map.purpose);
                if (!texture) {
                    return error{texture.error().name, "material " + std::to_string(made.size()) +
                                                           ": " + texture.error().message};
                }
                to.maps[m] = *texture;
            }
            made.push_back(std::move(to));
        }
        std::vector<material_id> out;
        for (gpu_material& each : made) {
            out.push_back(static_cast<material_id>(materials_.size()));
            materials_.push_back(std::move(each));
        }
        return out;
    }

    void remove(std::span<const material_id> gone) {
        for (const material_id each : gone) {
            if (const auto index = static_cast<std::size_t>(each); index < materials_.size()) {
                materials_[index] = {}; // numbers are not used again: meshes may still have them
            }
        }
    }

    void set_time(double seconds) { seconds_ = static_cast<float>(seconds); }

    void draw(pass_kind kind, const surface_pass& into, const vec3<double>* eye) {
        kind_ = kind;
        pass_ = &into;
        if (eye != nullptr) {
            skins_.draw_sorted(into.view, *this, *eye);
        } else {
            skins_.draw(into.view, *this);
        }
        pass_ = nullptr;
    }

    std::span<const part_look> looks(const painted_mesh& of) override {
        count_ = 0;
        const gpu_material* material = find(of.material);
        if (material == nullptr || !of.has_surface) {
            if (kind_ != pass_kind::blended) {
                add_plain(of.two_sided);
            }
        } else {
            switch (kind_) {
            case pass_kind::solid: add_solid(*material); break;
            case pass_kind::blended: add_blended(*material); break;
            case pass_kind::depth: add_depth(*material); break;
            }
        }
        return std::span(looks_).first(count_);
    }

    void bind(material_id id, std::uint32_t layer) override {
        if (pass_->light) {
            pass_->light();
        }
        const gpu_material* material = find(id);
        if (material == nullptr) {
            return;
        }
        if (kind_ == pass_kind::depth) {
            uniforms_.set_depth(material->rows, material->maps[0], material->depth_cutoff());
        } else {
            uniforms_.set(material->rows, material->maps, material->is_toon, layer == hull_layer,
                          seconds_);
        }
    }

    std::int32_t order(material_id id) override {
        const gpu_material* material = find(id);
        return material != nullptr ? material->draw_offset : 0;
    }

private:
    static constexpr std::uint64_t shows_front = BGFX_STATE_CULL_CW;
    static constexpr std::uint64_t shows_back = BGFX_STATE_CULL_CCW;

    const gpu_material* find(material_id id) const {
        const auto index = static_cast<std::size_t>(id);
        return index < materials_.size() && materials_[index].is_there ? &materials_[index]
                                                                       : nullptr;
    }
    void add_look(const skin_programs& programs, std::uint64_t state, std::uint32_t layer) {
        looks_[count_++] = {&programs, state, layer};
    }
    void add_plain(bool two_sided) {
        if (pass_->plain != nullptr) {
            add_look(*pass_->plain, pass_->state | (two_sided ? 0 : shows_front), skin_layer);
        }
    }
    const skin_programs& programs_of(const gpu_material& of) const {
        return of.is_toon ? toon_ : surface_;
    }
    void add_solid(const gpu_material& of) {
        if (of.alpha == alpha_mode::blend) {
            return;
        }
        add_look(programs_of(of), pass_->state | (of.two_sided ? 0 : shows_front), skin_layer);
        if (of.has_hull) {
            add_look(programs_of(of), pass_->state | shows_back, hull_layer);
        }
    }
    void add_blended(const gpu_material& of) {
        if (of.alpha != alpha_mode::blend) {
            return;
        }
        std::uint64_t state = pass_->state | BGFX_STATE_BLEND_ALPHA;
        state &= of.writes_depth ? ~std::uint64_t{0} : ~BGFX_STATE_WRITE_Z;
        if (of.two_sided) {
            // What is inside first, and it must not hide what is outside.
            add_look(programs_of(of), (state & ~BGFX_STATE_WRITE_Z) | shows_back, skin_layer);
        }
        add_look(programs_of(of), state | shows_front, skin_layer);
        if (of.has_hull) {
            add_look(programs_of(of), state | shows_back, hull_layer);
        }
    }
    void add_depth(const gpu_material& of) {
        if (of.alpha == alpha_mode::opaque) {
            add_plain(of.two_sided);
        } else {
            add_look(depth_, pass_->state | (of.two_sided ? 0 : shows_front), skin_layer);
        }
    }

    skin_renderer& skins_;
    skin_programs surface_, toon_, depth_;
    surface_uniforms uniforms_;
    std::vector<gpu_material> materials_;
    float seconds_ = 0;
    // Of the pass that is being drawn.
    pass_kind kind_ = pass_kind::solid;
    const surface_pass* pass_ = nullptr;
    std::array<part_look, 3> looks_;
    std::size_t count_ = 0;
};

surface_renderer::surface_renderer(std::unique_ptr<implementation> made)
    : implementation_(std::move(made)) {}
surface_renderer::~surface_renderer() = default;

result<std::unique_ptr<surface_renderer>> surface_renderer::make(skin_renderer& skins) {
    auto made = std::make_unique<implementation>(skins);
    if (const result<bool> ready = made->create(); !ready) {
        return ready.error();
    }
    return std::unique_ptr<surface_renderer>(new surface_renderer(std::move(made)));
}

result<std::vector<material_id>> surface_renderer::add_materials(const material_set& of,
                                                                 bool mipmaps) {
    return implementation_->add(of, mipmaps);
}
void surface_renderer::remove_materials(std::span<const material_id> gone) {
    implementation_->remove(gone);
}
void surface_renderer::set_time(double seconds) { implementation_->set_time(seconds); }
void surface_renderer::draw(const surface_pass& into) {
    implementation_->draw(implementation::pass_kind::solid, into, nullptr);
}
void surface_renderer::draw_blended(const surface_pass& into, const vec3<double>& eye) {
    implementation_->draw(implementation::pass_kind::blended, into, &eye);
}
void surface_renderer::draw_depth(const surface_pass& into) {
    implementation_->draw(implementation::pass_kind::depth, into, nullptr);
}

} // namespace jounce::render
